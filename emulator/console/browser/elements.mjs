/** @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * @param {string} tag
 * @param {string} className
 * @param {...Node} children
 */
export function element(tag, className, ...children) {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...children);
  return made;
}

/**
 * @param {string} className
 * @param {string} href
 * @param {string} text
 */
export function link(className, href, text) {
  const made = document.createElement("a");
  made.className = className;
  made.href = href;
  made.textContent = text;
  return made;
}

/**
 * Sets plain text, never markup. Does not touch an element with equal text, so that the user's selection stays.
 * @param {Element} target
 * @param {string} text
 */
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/**
 * @param {HTMLElement} target
 * @param {string} name
 * @param {string} value
 */
export function setData(target, name, value) {
  if (target.dataset[name] !== value) target.dataset[name] = value;
}

/**
 * Creates and updates one kind of row.
 * @template T
 * @typedef {object} Row
 * @property {(item: T) => string} key identity of the item, which stays when other properties change
 * @property {() => HTMLElement} create
 * @property {(row: HTMLElement, item: T) => void} update
 */

/**
 * Shows the items in the given order. Existing rows keep their focus and selection.
 * @template T
 * @param {HTMLElement} list
 * @param {readonly T[]} items
 * @param {Row<T>} row
 */
export function showList(list, items, { key, create, update }) {
  const present = new Map([...list.children].map((child) => [keys.get(child), /** @type {HTMLElement} */ (child)]));
  const wanted = new Set(items.map(key));
  for (const [name, child] of present) if (name === undefined || !wanted.has(name)) child.remove();
  let next = list.firstElementChild;
  for (const item of items) {
    const name = key(item);
    const kept = present.get(name);
    const child = kept ?? create();
    if (!kept) keys.set(child, name);
    update(child, item);
    if (child === next) next = next.nextElementSibling;
    else list.insertBefore(child, next);
  }
}

/** @type {WeakMap<Element, string>} */
const keys = new WeakMap();

/**
 * Returns the part of a row with this class.
 * @param {Element} row
 * @param {string} name
 */
export function part(row, name) {
  const found = row.getElementsByClassName(name)[0];
  if (!(found instanceof HTMLElement)) throw new Error(`the row has no .${name}`);
  return found;
}
