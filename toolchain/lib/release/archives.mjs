import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

/** A tar file consists of blocks of this size. */
const BLOCK = 512;
/** npm's own packages have this time too. GNU tar would warn about the time 0. */
const TIME = Date.UTC(1985, 9, 26, 8, 15) / 1000;

/**
 * Writes one archive for each name of the program. Each archive has the files of the folder at its top, and the program's files under
 * that name. A `.gz` file may consist of several parts. So the content of a file is compressed once for all archives, because
 * the executable takes seconds. The same files always give the same bytes.
 * @param {string} folder
 * @param {string} program start of the names of the program's files in the folder
 * @param {Readonly<Record<string, string>>} archives each archive's path by the name of the program in it
 */
export function writeArchives(folder, program, archives) {
  const parts = readdirSync(folder)
    .sort()
    .map((name) => {
      const content = readFileSync(path.join(folder, name));
      const end = Buffer.alloc(-content.length & (BLOCK - 1));
      return { name, size: content.length, compressed: gzipSync(Buffer.concat([content, end])) };
    });
  for (const [renamed, archive] of Object.entries(archives)) {
    const files = parts.flatMap(({ name, size, compressed }) => {
      const isProgram = name.startsWith(program);
      const nameHere = isProgram ? renamed + name.slice(program.length) : name;
      return [gzipSync(headerOf(`./${nameHere}`, isProgram ? 0o755 : 0o644, size)), compressed];
    });
    writeFileSync(archive, Buffer.concat([...files, gzipSync(Buffer.alloc(2 * BLOCK))]));
  }
}

/**
 * Returns the block that comes before a file's content, in the format ustar.
 * @param {string} name
 * @param {number} mode
 * @param {number} size
 */
function headerOf(name, mode, size) {
  const header = Buffer.alloc(BLOCK);
  const octal = (/** @type {number} */ value, /** @type {number} */ digits) => value.toString(8).padStart(digits, "0");
  /** @type {readonly [offset: number, text: string][]} */
  const fields = [
    [0, name],
    [100, octal(mode, 7)],
    // The user and the group, which are 0.
    [108, octal(0, 7)],
    [116, octal(0, 7)],
    [124, octal(size, 11)],
    [136, octal(TIME, 11)],
    // The sum of all bytes of the block, computed as if the sum itself were spaces.
    [148, " ".repeat(8)],
    [156, "0"],
    [257, "ustar\0" + "00"],
  ];
  for (const [offset, text] of fields) header.write(text, offset, "latin1");
  const sum = header.reduce((total, byte) => total + byte);
  header.write(`${octal(sum, 6)}\0 `, 148, "latin1");
  return header;
}
