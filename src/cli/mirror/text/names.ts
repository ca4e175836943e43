/** File names that Windows, macOS, Linux and Obsidian accept. */

/** Leaves room for a date, a number and the suffix of a conflict below the limit of 255 bytes. */
const MAX_BYTES = 120;
const FORBIDDEN = /[\p{Cc}"<>?*[\]#^\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const SEPARATING = /[\\/|:]+/g;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const graphemes = new Intl.Segmenter();

/** Returns a name without an extension. */
export function fileName(text: string, fallback: string): string {
  const clean = (given: string) => given.replace(/\s+/g, ' ').replace(/^[. ]+|[. ]+$/g, '');
  const name = clean(
    text.toWellFormed().normalize('NFC').replace(/\s+/g, ' ').replace(FORBIDDEN, ''),
  );
  const short = clean(cut(name.replace(SEPARATING, '-')));
  if (short === '') return fallback;
  return RESERVED.test(short) ? `${short}_` : short;
}

/** Cuts between graphemes, and between words where the last word is not long. */
function cut(name: string): string {
  let short = '';
  let bytes = 0;
  for (const { segment } of graphemes.segment(name)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > MAX_BYTES) return short.replace(/(?<=.{40}) \S*$/, '');
    short += segment;
  }
  return short;
}

/** Returns the same key for paths that some file system takes for the same file. */
export function pathKey(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** Returns the first free path: `Boat.md`, `Boat 2.md` and so on. */
export function freePath(folder: string, name: string, isTaken: (path: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const path = `${folder}${name}${number === 1 ? '' : ` ${number}`}.md`;
    if (!isTaken(path)) return path;
  }
}
