/** Compares what was understood of a talk with its gold. `README.md` states the rules. */
import { plain, saysAnyOf } from '../../training/alternatives.ts';
import type { Talk } from '../../training/talks.ts';

/** The output of the service for one talk. Times are local: `2026-03-15T14:00`. */
export interface Understood {
  category: string;
  tasks: { text: string; due: string | null }[];
  events: { text: string; start: string }[];
  memories: string[];
  /** An answer for each question of the talk. */
  answers: string[];
}

/** The date of a quoted talk would often contain the number that answers. */
const DATE_OF_SOURCE = /, \d{1,2} \p{L}+ \d{4} (?=\[\d+\])/gu;

/** Pairs of numbers: how many of how many. */
export const COUNTED = [
  'tasks given that are right',
  'tasks found',
  'due days right, of found tasks with a day',
  'appointments found',
  'appointments made up, per talk',
  'facts found',
  'facts about the user found',
  'memories that are facts',
  'category right',
  'answer in the first sentence',
  'answer anywhere in the reply',
  'unanswerable admitted',
  'answerable refused',
] as const;
type Figure = (typeof COUNTED)[number];
type Pair = readonly [count: number, of: number];
export type Counts = Record<Figure, Pair>;

export function scoreOf(talk: Talk, understood: Understood): Counts {
  const tasks = paired(talk.tasks, understood.tasks, (gold, given) =>
    alike([gold.what, gold.span], given.text),
  );
  const facts = paired(talk.facts, understood.memories, (gold, given) =>
    alike([gold.value, gold.span], given),
  );
  const events = paired(talk.events, understood.events, (gold, given) =>
    given.start.startsWith(gold.start) ? 1 + alike([gold.what, gold.span], given.text) : 0,
  );
  const dated = tasks.filter(([gold, given]) => gold.due !== null || given.due !== null);
  const rightDays = dated.filter(([gold, given]) => dayOf(gold.due) === dayOf(given.due));
  const replies = talk.questions.map((question, at) => ({
    question,
    reply: (understood.answers[at] ?? '').replace(DATE_OF_SOURCE, ''),
  }));
  const answerable = replies.filter(({ question }) => question.answers.length > 0);
  const unanswerable = replies.filter(({ question }) => question.answers.length === 0);
  const share = (some: typeof replies, isRight: (one: (typeof replies)[number]) => boolean) =>
    [some.filter(isRight).length, some.length] as const;
  return {
    'tasks given that are right': [tasks.length, understood.tasks.length],
    'tasks found': [tasks.length, talk.tasks.length],
    'due days right, of found tasks with a day': [rightDays.length, dated.length],
    'appointments found': [events.length, talk.events.length],
    'appointments made up, per talk': [understood.events.length - events.length, 1],
    'facts found': [facts.length, talk.facts.length],
    'facts about the user found': [
      facts.filter(([{ subject }]) => subject === 'user').length,
      talk.facts.filter(({ subject }) => subject === 'user').length,
    ],
    'memories that are facts': [facts.length, understood.memories.length],
    'category right': [Number(understood.category === talk.category), 1],
    'answer in the first sentence': share(
      answerable,
      ({ question, reply }) => !admits(reply) && saysAnyOf(question.answers, firstSentence(reply)),
    ),
    'answer anywhere in the reply': share(answerable, ({ question, reply }) =>
      saysAnyOf(question.answers, reply),
    ),
    'unanswerable admitted': share(unanswerable, ({ reply }) => admits(reply)),
    'answerable refused': share(answerable, ({ reply }) => admits(reply)),
  };
}

export function sumOf(all: readonly Counts[]): Map<Figure, Pair> {
  const sum = (name: Figure, at: 0 | 1) =>
    all.reduce((total, counts) => total + counts[name][at], 0);
  return new Map(COUNTED.map((name) => [name, [sum(name, 0), sum(name, 1)]]));
}

const dayOf = (time: string | null) => time?.slice(0, 10) ?? null;

/** Pairs each gold item with at most one given item, the most similar pairs first. */
function paired<Gold, Given>(
  golds: readonly Gold[],
  givens: readonly Given[],
  similarity: (gold: Gold, given: Given) => number,
): [Gold, Given][] {
  const all = golds.flatMap((gold) =>
    givens.map((given) => ({ gold, given, value: similarity(gold, given) })),
  );
  const taken = new Set<Gold | Given>();
  return all
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value)
    .flatMap(({ gold, given }): [Gold, Given][] => {
      if (taken.has(gold) || taken.has(given)) return [];
      taken.add(gold).add(given);
      return [[gold, given]];
    });
}

const MIN_SHARE = 0.5;

/**
 * The shared content words, divided by those of the shorter text; 0 below a half. Two texts of at
 * least three content words must share two.
 */
function alike(golds: readonly string[], given: string): number {
  const words = contentWords(given);
  return Math.max(
    ...golds.map((gold) => {
      const wanted = contentWords(gold);
      const shared = [...wanted].filter((word) => words.has(word)).length;
      const shorter = Math.min(wanted.size, words.size);
      const share = shared / Math.max(shorter, 1);
      return share >= MIN_SHARE && shared >= Math.min(2, shorter) ? share : 0;
    }),
  );
}

/** Words of at most two letters are dropped too, except numbers. */
const EMPTY = new Set(
  (
    'the and for with that this from have has had are was were will would can could should you your ' +
    'they them their she her him his its our who what when which not but about into out off over ' +
    'get got let one some all then there here just also user speaker asks says going need needs ' +
    'der die das den dem des ein eine einen einem einer und oder mit fur von vom zum zur aus auf ' +
    'bei nach ich wir sie ihr mir mich dir dich uns ist sind war hat habe haben wird noch mal auch ' +
    'los las una unos unas del con por para que como esta este esto son fue hay mis tus sus nos'
  ).split(' '),
);
/** Words that begin alike are taken for forms of the same word. */
const STEM = 5;

function contentWords(text: string): Set<string> {
  const words = plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(
    words
      .filter((word) => (word.length > 2 || /\d/.test(word)) && !EMPTY.has(word))
      .map((word) => word.slice(0, STEM)),
  );
}

/** The full stop of an ordinal ("15. Juli") or of a short form ("Mr. Kay") ends no sentence. */
const NO_END = /(?:^|\s)(?:\d{1,2}|mrs?|ms|dr|st|prof|sra?|hr|fr|nr|no|ca|p\. ?m|a\. ?m|z\. ?b)$/i;

function firstSentence(reply: string): string {
  const text = reply.trim();
  for (const { index } of text.matchAll(/[.!?](?=\s|$)|\n/g)) {
    if (text[index] !== '.' || !NO_END.test(text.slice(0, index))) return text.slice(0, index + 1);
  }
  return text;
}

const ADMISSION = new RegExp(
  '^(?:' +
    "I (?:found|have|know|heard) nothing|I (?:do not|don't|could not|couldn't) (?:know|find)|" +
    'Nothing (?:was|in|about)|' +
    'Dazu|Darüber|Ich (?:weiß|habe|finde) (?:dazu |davon |darüber )?nicht|Nichts (?:dazu|darüber|davon)|' +
    'No (?:sé|tengo nada|encuentro|encontré|he encontrado|hay) |Sobre eso no)',
  'i',
);

function admits(reply: string): boolean {
  return reply.trim() === '' || ADMISSION.test(reply.trim());
}
