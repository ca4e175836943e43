/** Decodes the character references of HTML, which captions contain: `&amp;`, `&#39;`, `&eacute;`. */
import { pairsOf, wordList } from '../../../core/text.ts';

/** The names of U+00A0 to U+00FF, in their order. */
const LATIN = wordList(`
  nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr
  deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest
  Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml
  ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig
  agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml
  eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml`);
const OTHERS = pairsOf(`
  amp:& lt:< gt:> quot:" apos:' lrm: rlm: zwj:\u200d zwnj:\u200c OElig:Œ oelig:œ Scaron:Š scaron:š
  Yuml:Ÿ fnof:ƒ circ:ˆ tilde:˜ ndash:– mdash:— lsquo:‘ rsquo:’ sbquo:‚ ldquo:“ rdquo:” bdquo:„
  dagger:† Dagger:‡ bull:• hellip:… permil:‰ prime:′ Prime:″ lsaquo:‹ rsaquo:› euro:€ trade:™
  larr:← uarr:↑ rarr:→ darr:↓ harr:↔ minus:− infin:∞ asymp:≈ ne:≠ le:≤ ge:≥ hearts:♥`);
const SPACES = wordList('ensp emsp thinsp');

const NAMED = new Map<string, string>([
  ...LATIN.map((name, index): [string, string] => [name, String.fromCodePoint(0xa0 + index)]),
  ...SPACES.map((name): [string, string] => [name, ' ']),
  ...OTHERS,
]);

/** A reference that stands for nothing stays as it is written. */
export function decodeReferences(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,7}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return NAMED.get(name) ?? whole;
      return characterOf(decimal ? Number(decimal) : Number.parseInt(hex!, 16)) ?? whole;
    },
  );
}

function characterOf(code: number): string | null {
  // HTML reads these numbers as bytes of Windows-1252, because many programs wrote them so.
  if (code >= 0x80 && code <= 0x9f) {
    return new TextDecoder('windows-1252').decode(Uint8Array.of(code));
  }
  const isCharacter = code >= 0x20 && code <= 0x10_ff_ff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter || code === 9 || code === 10 ? String.fromCodePoint(code) : null;
}
