/** Lets the reader look for an answer in the evidence: in passages of talks and in records. */
import type { ReadPassage, SpokenAnswer } from '../../reading/answers.ts';
import type { Reader } from '../../reading/reader.ts';
import { isSameMatter } from '../../facts/compared.ts';
import { aspectOf } from '../../facts/fact-aspects.ts';
import { termOf, wordsOf as wordsIn } from '../../words/terms.ts';
import type { Evidence, Question } from '../answerer.ts';
import { ANSWER_BOUNDS, NEWER_FIRST, SAME_MATTER, STORED_FIRST } from './bounds.ts';
import { datesFor } from '../marks.ts';
import type { Phrases } from '../phrases.ts';
import { windowsAbout, type EvidenceTalk, type Turn, type TurnWindow } from './windows.ts';

const MAX_WINDOWS = 12;
/** Of each kind of record, so that none takes the place of the others. Memories are short. */
const MOST = { memory: 40, event: 4, task: 4, file: 4 };
/** A fact of somebody else answers a question about the user only if no other one does. */
const OF_OTHERS = 0.2;

type Record =
  | { kind: 'memory'; item: Evidence['memories'][number] }
  | { kind: 'event'; item: Evidence['events'][number] }
  | { kind: 'task'; item: Evidence['tasks'][number] }
  | { kind: 'file'; item: { name: string } };

interface Answering extends Pick<SpokenAnswer, 'start' | 'end' | 'chance' | 'verdict'> {
  /** The turn or the text in which the words stand, and the words. */
  text: string;
  words: string;
}

export type RecordAnswer = Answering & Record;
export interface TalkAnswer extends Answering {
  kind: 'talk';
  item: EvidenceTalk;
  turn: Turn;
  /** The turns before it in its passage. */
  before: readonly Turn[];
  share: TurnWindow['share'];
}
export type FoundAnswer = RecordAnswer | TalkAnswer;

/** The answers with a chance above their bounds, those of records apart; all best first. */
export interface FoundAnswers {
  records: readonly RecordAnswer[];
  /** One of each talk. */
  talks: readonly TalkAnswer[];
  /** The number of texts that were read. */
  read: number;
}

export async function findAnswers(
  { question, evidence, phrases }: { question: Question; evidence: Evidence; phrases: Phrases },
  reader: Reader,
  signal?: AbortSignal,
): Promise<FoundAnswers> {
  const asked = question.meant ?? question.text;
  const windows = await windowsAbout(asked, evidence.conversations, MAX_WINDOWS);
  const texts = recordsOf(evidence, datesFor(phrases.locale, question.timezone).moment);
  const passages: ReadPassage[] = [
    ...windows.map(({ turns }) => ({ turns })),
    ...texts.map(({ kind, text }) => ({
      turns: [{ speaker: '', isUser: kind === 'memory', text }],
    })),
  ];
  if (passages.length === 0) return { records: [], talks: [], read: 0 };
  const answers = await reader.answers(asked, passages, signal);
  const talks = windows.flatMap((window, at) => talkAnswer(window, answers[at] ?? null));
  const records = texts.flatMap(({ text, ...record }, at): RecordAnswer[] => {
    const answer = answers[windows.length + at];
    if (!answer) return [];
    const isOthers = record.kind === 'memory' && isAboutAnother(text, asked);
    const chance = answer.chance - (isOthers ? OF_OTHERS : 0);
    return [{ ...record, ...wordsOf(text, { ...answer, chance }) }];
  });
  return {
    records: enough(records),
    talks: [...Map.groupBy(enough(talks), ({ item }) => item.id).values()].map(([best]) => best!),
    read: passages.length,
  };
}

function recordsOf(
  { memories, events, tasks, files = [] }: Evidence,
  moment: Intl.DateTimeFormat,
): (Record & { text: string })[] {
  const day = (at: Date | null) => (at ? ` (${moment.format(at)})` : '');
  const each: (Record & { text: string })[][] = [
    memories.slice(0, MOST.memory).map((item) => ({ kind: 'memory', item, text: item.content })),
    events.slice(0, MOST.event).map((item) => {
      const said = [item.title, item.description].filter(Boolean).join('. ');
      return { kind: 'event', item, text: `${said}: ${moment.format(item.at)}` };
    }),
    tasks
      .slice(0, MOST.task)
      .map((item) => ({ kind: 'task', item, text: `${item.description}${day(item.due_at)}` })),
    files
      .flatMap(({ name, passages }) =>
        passages.map((text) => ({ kind: 'file' as const, item: { name }, text })),
      )
      .slice(0, MOST.file),
  ];
  return each.flat();
}

/** "Mother lives in Porto" is about nobody that "Where do I live?" names. */
function isAboutAnother(fact: string, question: string): boolean {
  const { somebody } = aspectOf(fact);
  return somebody !== '' && !wordsIn(question).some((word) => somebody === `${termOf(word)}: `);
}

function talkAnswer({ talk, turns, share }: TurnWindow, answer: SpokenAnswer | null): TalkAnswer[] {
  const turn = answer && turns[answer.turn];
  if (!turn) return [];
  const before = turns.slice(0, answer.turn);
  return [{ kind: 'talk', item: talk, turn, before, share, ...wordsOf(turn.text, answer) }];
}

/** Whole words, without the punctuation around them. */
function wordsOf(text: string, { start, end, chance, verdict }: SpokenAnswer): Answering {
  const before = /[\p{L}\p{N}]*$/u.exec(text.slice(0, start))![0].length;
  const after = /^[\p{L}\p{N}]*/u.exec(text.slice(end))![0].length;
  const [from, to] = [start - before, end + after];
  const words = text.slice(from, to).replace(/^[\s.,;:!?…–—-]+|[\s.,;:!?…–—-]+$/gu, '');
  return { text, start: from, end: to, chance, verdict, words };
}

const enough = <Of extends FoundAnswer>(some: readonly Of[]): Of[] =>
  some
    .filter(({ kind, chance, words }) => words !== '' && chance >= ANSWER_BOUNDS[kind])
    .toSorted((one, other) => other.chance - one.chance);

/** Returns the answer to say, and for one of a talk the older talks that answer too. */
export function bestOf({ records, talks }: FoundAnswers): {
  answer: FoundAnswer | null;
  older: readonly TalkAnswer[];
} {
  const [record, said] = [records[0], talks[0]];
  const isFirst = record && (!said || record.chance + STORED_FIRST >= said.chance);
  if (isFirst && !isToldLater(record, talks)) {
    return { answer: newestOf(record, records), older: [] };
  }
  const alike = talks.filter(({ share }) => share >= SAME_MATTER * said!.share);
  const newest = alike
    .filter(
      ({ chance, text }) => chance + NEWER_FIRST >= said!.chance || isSameMatter(said!.text, text),
    )
    .toSorted((one, other) => other.item.at.getTime() - one.item.at.getTime())[0];
  if (!newest) return { answer: null, older: [] };
  const older = alike.filter(({ item }) => item.at < newest.item.at);
  return { answer: newest, older };
}

/** An appointment may have been moved in a later talk, which then answers. */
function isToldLater({ kind, item }: RecordAnswer, talks: readonly TalkAnswer[]): boolean {
  if (kind !== 'event') return false;
  const source = talks.find((talk) => talk.item.id === item.id);
  return (
    source !== undefined &&
    talks.some((talk) => talk.item.at > source.item.at && talk.share >= SAME_MATTER * source.share)
  );
}

/** Of facts about one matter, such as two homes, the one that was told last is true. */
function newestOf(best: RecordAnswer, records: readonly RecordAnswer[]): RecordAnswer {
  if (best.kind !== 'memory') return best;
  const told = records.filter((each) => each.kind === 'memory');
  const same = told.filter((each) => each === best || isSameMatter(best.text, each.text));
  return same.toSorted((one, other) => timeOf(other) - timeOf(one))[0]!;
}

const timeOf = ({ item }: Extract<RecordAnswer, { kind: 'memory' }>): number =>
  item.at?.getTime() ?? 0;
