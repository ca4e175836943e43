import { termOf, wordsOf } from '../words/terms.ts';

const LONGEST = 600;

/** Returns the passages of a text that best match a question, in the order of the text. */
export function passagesAbout(text: string, question: string, most: number): string[] {
  const asked = new Set(wordsOf(question).map(termOf));
  const passages = text.split(/\n\s*\n|\n(?=[-*#\d])/).flatMap(pieces);
  const scored = passages.map((passage, place) => {
    const terms = new Set(wordsOf(passage).map(termOf));
    return { passage, place, score: [...asked].filter((term) => terms.has(term)).length };
  });
  const best = scored.toSorted((a, b) => b.score - a.score || a.place - b.place).slice(0, most);
  return best.toSorted((a, b) => a.place - b.place).map(({ passage }) => passage);
}

/** Cuts long paragraphs between sentences. */
function pieces(paragraph: string): string[] {
  const found: string[] = [];
  let piece = '';
  for (const sentence of paragraph.trim().match(/[^.!?\n]+[.!?\n]*\s*/g) ?? []) {
    if (piece !== '' && piece.length + sentence.length > LONGEST) {
      found.push(piece.trim());
      piece = '';
    }
    piece += sentence;
  }
  return [...found, piece.trim()].filter((each) => each !== '');
}
