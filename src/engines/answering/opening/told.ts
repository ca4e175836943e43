/** Questions for what was said about something: whole sentences answer them, not a few words. */
import type { Evidence } from '../answerer.ts';
import { stemsOf } from '../kinds.ts';
import type { FoundAnswer } from './found-answers.ts';

interface Told {
  /** The words of the question that may name who said it. */
  who: string;
  about: string;
}

const QUESTIONS = [
  /\bwhat\s+(?:was|has|have|did|do|does)\s(?<who>.*?)\b(?:said|say|says|discuss(?:ed)?|talk(?:ed)?|mention(?:ed)?|told|tell)\b.*?\babout\s+(?<about>.+)/iu,
  /\bwas\s+(?:wurde|habe[n]?|hat)\s(?<who>.*?)(?<!\p{L})(?:über|zum|zur)\s+(?<about>.+?)\s+(?:gesagt|besprochen|erzählt)/iu,
  /\bqué\s+(?:se\s+)?(?:dijo|dijeron|dijimos|ha\s+dicho)(?<who>.*?)\s(?:sobre|del?|acerca\s+del?)\s+(?<about>.+)/iu,
];
/** Begins a time behind the matter, as in "the budget last week". */
const TIME =
  /\s(?:last|this|yesterday|today|on|in|since|before|after|letzte[nrs]?|diese[nrs]?|gestern|heute|am|im|seit|la\s+semana|este|esta|ayer|hoy|el)\s.*|\s(?:yesterday|today|gestern|heute|ayer|hoy)\W*$/iu;

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
  return (
    matter.size > 0 &&
    conversations.some(({ quotes }) => quotes.some(({ text }) => matter.isSubsetOf(stemsOf(text))))
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
