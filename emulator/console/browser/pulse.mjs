const seconds = 60;
const width = 120;
const height = 28;

/** Requests in each of the last seconds, as thin bars. The bars show a trend, and the number next to them shows the total. */
export class Pulse {
  /** @type {number[]} */
  #bars = Array(seconds).fill(0);
  #total = Number.NaN;
  /** @type {SVGRectElement[]} */
  #marks;

  /** @param {Element} svg */
  constructor(svg) {
    this.#marks = this.#bars.map((_, index) => {
      const mark = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      mark.setAttribute("x", String((index * width) / seconds));
      mark.setAttribute("width", String(width / seconds - 0.6));
      svg.append(mark);
      return mark;
    });
    this.#draw();
  }

  /**
   * Adds the requests since the last call. A smaller total means that a client has cleared the requests.
   * @param {number} total
   */
  add(total) {
    const more = total - this.#total;
    this.#total = total;
    if (more > 0) this.#bars[seconds - 1] = (this.#bars[seconds - 1] ?? 0) + more;
    this.#draw();
  }

  /** Moves the bars by one second. */
  move() {
    this.#bars.push(0);
    this.#bars.shift();
    this.#draw();
  }

  #draw() {
    const top = Math.max(4, ...this.#bars);
    for (const [index, mark] of this.#marks.entries()) {
      const tall = Math.max(1, ((this.#bars[index] ?? 0) / top) * height);
      mark.setAttribute("y", String(height - tall));
      mark.setAttribute("height", String(tall));
    }
  }
}
