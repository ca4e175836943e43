/**
 * Programs that show an answer may load pictures and follow links. Recorded speech could contain
 * instructions that make the model put private data into a web address. Therefore the answer keeps
 * only addresses that the model was given.
 */

const PICTURE = /!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])/g;
const TAG = /<\/?[a-z!][^<>]*>/gi;
const LINK = /\[([^\][]*)\]\(\s*<?([^)\s>]*)(?:[\s>][^)]{0,200})?\)/g;
/** Matches the target of a link whose text contains brackets. */
const TARGET = /\]\(\s*<?([^)\s>]*)/g;
const IN_ADDRESS = '[^\\s<>"`]';
/** Addresses with a scheme, or in a form that programs recognise without one. */
const ADDRESS = new RegExp(
  String.raw`(?:\b[a-z][a-z0-9+.-]{0,20}:)?[\\/]{2}${IN_ADDRESS}+` +
    String.raw`|\b(?:www\.|(?:data|javascript|mailto|tel):)${IN_ADDRESS}+` +
    String.raw`|\b(?:[a-z0-9-]{1,63}\.){1,9}[a-z]{2,}(?::\d+)?[/?#]\w${IN_ADDRESS}*`,
  'gi',
);
const AFTER_IT = /[.,;:!?'*_~)\]}’”»]+$/;

/**
 * Returns a function that removes pictures and addresses that are not in `given`; it keeps the text
 * of links.
 */
export function keepingAddressesOf(given: string): (text: string) => string {
  const known = new Set([...given.matchAll(ADDRESS)].map(([address]) => bare(address)));
  const isGiven = (address: string) => known.has(bare(address));
  return (text) => withoutOthers(text, isGiven);
}

function withoutOthers(text: string, isGiven: (address: string) => boolean): string {
  return text
    .replace(PICTURE, '')
    .replace(TAG, (tag) => (isGiven(tag.slice(1, -1)) ? tag : ''))
    .replace(LINK, (link, words: string, target: string) => {
      if (isGiven(target)) return link;
      return /^[\d\s,;]+$/.test(words) ? `[${words}]` : words;
    })
    .replace(TARGET, (end, target: string) => (isGiven(target) ? end : ']'))
    .replace(ADDRESS, (address) =>
      isGiven(address) ? address : (AFTER_IT.exec(address)?.[0] ?? ''),
    )
    .trim();
}

const bare = (address: string): string => address.replace(AFTER_IT, '');
