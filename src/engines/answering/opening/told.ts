/** Questions for what was said about something: whole sentences answer them, not a few words. */
import type { Evidence } from '../answerer.ts';
import { stemsOf } from '../kinds.ts';
import type { FoundAnswer } from './found-answers.ts';

interface Told {
  /** The words of the question that may name who said it. */
  who: string;
  about: string;
}

const SAYING = String.raw`(?:said|say|says|discuss(?:ed)?|talk(?:ed)?|mention(?:ed)?|told|tell)`;
const QUESTIONS = [
  String.raw`\bwhat\s+(?:was|has|have|did|do|does)\s(?<who>.*?)\b${SAYING}\b.*?\babout\s+(?<about>.+)`,
  String.raw`\bwas\s+(?:wurde|haben?|hat)\s(?<who>.*?)(?<!\p{L})(?:über|zum|zur)\s+(?<about>.+?)` +
    String.raw`\s+(?:gesagt|besprochen|erzählt)`,
  String.raw`\bqué\s+(?:se\s+)?(?:dijo|dijeron|dijimos|ha\s+dicho)(?<who>.*?)` +
    String.raw`\s(?:sobre|del?|acerca\s+del?)\s+(?<about>.+)`,
].map((source) => new RegExp(source, 'iu'));
/** Begins a time behind the matter, as in "the budget last week". */
const TIME = new RegExp(
  String.raw`\s(?:last|this|yesterday|today|on|in|since|before|after|letzte[nrs]?|diese[nrs]?|gestern` +
    String.raw`|heute|am|im|seit|la\s+semana|este|esta|ayer|hoy|el)(?!\p{L}).*`,
  'iu',
);

/** Returns null for any other question. */
export function toldIn(question: string): Told | null {
  for (const pattern of QUESTIONS) {
    const { who, about } = pattern.exec(question)?.groups ?? {};
    if (who !== undefined && about) return { who, about: about.replace(TIME, '') };
  }
  return null;
}

/** True if a sentence that the answer quotes is about the matter. */
export function isQuoted({ about }: Told, { conversations }: Evidence): boolean {
  const matter = stemsOf(about);
  if (matter.size === 0) return false;
  return conversations.some(({ quotes }) =>
    quotes.some(({ text }) => {
      const said = stemsOf(text);
      return [...matter].every((stem) => said.has(stem));
    }),
  );
}

/** False if the question names a speaker and somebody else said the answer. */
export function isSaidByThem(
  { who }: Told,
  answer: FoundAnswer,
  { conversations }: Evidence,
): boolean {
  if (answer.kind !== 'talk') return true;
  const asked = who.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const isNamed = (speaker: string) =>
    speaker
      .toLowerCase()
      .split(' ')
      .some((name) => asked.includes(name));
  const speakers = conversations.flatMap(({ spoken = [] }) => spoken.map(({ speaker }) => speaker));
  return !speakers.some(isNamed) || isNamed(answer.turn.speaker);
}
