/** The first line of an answer about a secret: where it was said, because it is shown nowhere else. */
import { MASK } from '../../secrets/secret-finder.ts';
import { namesSecret } from '../../secrets/named-cue.ts';
import type { AnswerPart, Evidence, Question } from '../answerer.ts';
import { stemsOf } from '../kinds.ts';
import { markerFor } from '../marks.ts';
import type { Phrases } from '../phrases.ts';

/** The turns before and after a secret that may say of what it is. */
const [BEFORE, AFTER] = [2, 1];
/** The number of words of the question that must be near the secret, if it has so many. */
const MIN_SHARED = 2;

interface Masked {
  /** The id of the record. */
  id: string;
  text: string;
  around: string;
}

/** Returns null unless the question asks for a secret that the evidence contains. */
export function hiddenOf(
  question: Question,
  evidence: Evidence,
  phrases: Phrases,
): { parts: AnswerPart[]; contains: ReadonlySet<object> } | null {
  const text = question.meant ?? question.text;
  if (!namesSecret(text)) return null;
  const asked = stemsIn(text);
  const sharedBy = (said: string) => [...stemsIn(said)].filter((stem) => asked.has(stem)).length;
  // Of two secrets that were said together, each is asked for by its own sentence.
  const ranked = maskedIn(evidence)
    .map((item) => ({ item, shared: sharedBy(item.around), own: sharedBy(item.text) }))
    .toSorted((one, other) => other.own + other.shared - (one.own + one.shared));
  const [best] = ranked;
  if (!best || best.shared < Math.min(MIN_SHARED, Math.max(asked.size, 1))) return null;
  const mark = markerFor(question, evidence.conversations);
  const { id, text: said } = best.item;
  const part: AnswerPart = { text: phrases.hidden(mark(id), said.trim()), from: [id] };
  return { parts: [part], contains: new Set() };
}

function maskedIn({ conversations, memories, tasks }: Evidence): Masked[] {
  const ofTalks = conversations.flatMap(({ id, spoken, quotes }) => {
    const turns = spoken && spoken.length > 0 ? spoken : quotes;
    return turns.flatMap(({ text }, at) => {
      const near = turns.slice(Math.max(0, at - BEFORE), at + AFTER + 1);
      const around = near.map((turn) => turn.text).join(' ');
      return maskedSentences(text).map((sentence) => ({ id, text: sentence, around }));
    });
  });
  const written = [
    ...memories.map(({ id, content }) => ({ id, text: content, around: content })),
    ...tasks.map(({ id, description: text }) => ({ id, text, around: text })),
  ];
  return [...ofTalks, ...written.filter(({ text }) => text.includes(MASK))];
}

const maskedSentences = (turn: string): string[] =>
  (turn.match(/[^.!?]+[.!?]*/g) ?? []).filter((sentence) => sentence.includes(MASK));

/** The same word is written in several ways. */
const stemsIn = (text: string): Set<string> =>
  stemsOf(
    text
      .replaceAll(MASK, ' ')
      .replace(/\b(?:wi-?\s?fi|wlan|wireless)\b/giu, 'wifi')
      .replace(/\b(?:pass(?:wort|phrase|code)|kennwort|contraseña|clave)\b/giu, 'password'),
  );
