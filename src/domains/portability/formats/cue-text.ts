/** Reads the text of a cue: its tags, and the voices that they name. */
import { decodeReferences } from './character-references.ts';

/** A line of a cue, or the part of it that one voice says. */
export interface CueLine {
  /** The name that a tag gives; null without one. */
  voice: string | null;
  text: string;
}

const STYLES = 'c|i|b|u|s|em|strong|ruby|rt';
const CLASSES = String.raw`(?:\.[^\s<>.]+)*`;
/**
 * Only real tags are tags: `x < 5 and y > 3` has none. The annotations of `<v>` are names; those of
 * other tags are attributes, or a language.
 */
const TAG = new RegExp(
  [
    String.raw`<v${CLASSES}[ \t]+(?<voice>[^<>\n]+)>`,
    String.raw`(?<end></v\s*>|<v${CLASSES}>)`,
    String.raw`<(?:${STYLES})${CLASSES}>`,
    String.raw`<(?:${STYLES}|font|span)\s+[\w-]+\s*=[^<>]*>`,
    String.raw`<lang${CLASSES}[ \t]+[\w-]+>`,
    String.raw`</(?:${STYLES}|font|span|lang)\s*>`,
    String.raw`(?<line><br\s*/?>)`,
    String.raw`<(?:\d+:)?\d{1,2}:\d{2}\.\d{1,3}>`,
    // Positions and styles of SubStation Alpha, which SubRip files contain.
    String.raw`\{\\[^{}\n]*\}`,
  ].join('|'),
  'giu',
);

export function linesOfCue(lines: readonly string[]): CueLine[] {
  const text = lines.join('\n');
  const found: CueLine[] = [];
  let voice: string | null = null;
  let begun = '';
  const end = () => {
    const words = decodeReferences(begun).replace(/\s+/g, ' ').trim();
    if (words !== '') found.push({ voice, text: words });
    begun = '';
  };
  const add = (words: string) => {
    for (const [index, part] of words.split('\n').entries()) {
      if (index > 0) end();
      begun += part;
    }
  };
  let from = 0;
  for (const match of text.matchAll(TAG)) {
    add(text.slice(from, match.index));
    from = match.index + match[0].length;
    const { voice: name, end: isEnd, line } = match.groups!;
    if (line) end();
    if (name === undefined && !isEnd) continue;
    end();
    voice = name === undefined ? null : decodeReferences(name).trim() || null;
  }
  add(text.slice(from));
  end();
  return found;
}
