/** Matches words with a form of their own: bold and italic words, code, and links. */
export const SPAN = new RegExp(
  [
    /\*\*(?<bold>[^*\n]+)\*\*/,
    /(?<![\w*])\*(?<italic>[^*\s][^*\n]*)\*(?!\w)/,
    /(?<!\w)_(?<also>[^_\n]+)_(?!\w)/,
    /`(?<code>[^`\n]+)`/,
    /\[(?<name>[^\]\n]+)\]\((?<href>https?:\/\/[^\s)]+)\)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);
