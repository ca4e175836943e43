/** Readings of talks as the network gives them, from marks in the words of the turns. */
import type { Note, Sentence, SpanKind, TalkReading } from '../../reading/talk.ts';
import { candidatesOf, namedTimesIn } from '../../reading/times.ts';
import { unitsOf, type Unit } from '../../words/units.ts';
import { transcriptOf, type Line } from '../transcript.fixture.ts';
import type { Transcript } from '../maker.ts';
import { talkOf } from './heard.ts';

const [HIGH, LOW] = [0.9, 0.05];
const [SURE, UNSURE] = [0.94, 0.03];
const NO_NOTE: Note = { task: UNSURE, event: UNSURE, nothing: UNSURE };

/** The words of a talk that are marked. Each text stands somewhere in the talk. */
export interface Marks {
  /** A task of who speaks, or of the listener. */
  promised?: readonly string[];
  asked?: readonly string[];
  event?: readonly string[];
  fact?: readonly string[];
  name?: readonly string[];
  what?: readonly string[];
  title?: readonly string[];
  relation?: string;
  /** The appointments: `2026-11-22T14:00` or a day. */
  at?: readonly string[];
  /** When the tasks are due. */
  due?: string | null;
  worth?: number;
  category?: string;
  /** What each sentence is for, if the talk is a note. */
  note?: keyof Note;
}

export interface Read {
  transcript: Transcript;
  reading: TalkReading;
}

/** On Friday 20 November 2026 at nine in the morning; the user is Anna. */
export function readingOf(lines: Line[], marks: Marks, more: Partial<Transcript> = {}): Read {
  const transcript = transcriptOf(lines, more);
  const { talk, start } = talkOf(transcript);
  const units = unitsOf(talk);
  const turns = talk.turns.map(({ text }) => text);
  const sentences = units.map((unit) => sentenceOf(unit, turns, marks));
  const times = candidatesOf(namedTimesIn({ units, talk }, start)).map((time) => {
    const is = time.time === null ? time.date : `${time.date}T${time.time}`;
    return { ...time, event: marks.at?.includes(is) ? HIGH : LOW };
  });
  const { due = null } = marks;
  const time = due && { date: due.slice(0, 10), time: due.slice(11) || null };
  const dues = new Map(
    sentences
      .filter(({ task }) => task === HIGH)
      .map(({ unit }) => [unit, { time: time || null, chance: HIGH }] as const),
  );
  const categories = { [marks.category ?? 'family']: HIGH };
  return {
    transcript,
    reading: { talk, sentences, times, dues, categories, worth: marks.worth ?? HIGH },
  };
}

function sentenceOf(unit: Unit, turns: readonly string[], marks: Marks): Sentence {
  const text = turns[unit.turn]!;
  const {
    promised = [],
    asked = [],
    event = [],
    fact = [],
    name = [],
    what = [],
    title = [],
  } = marks;
  const placesOf = (words: readonly string[]) =>
    words.flatMap((one) => {
      const from = text.indexOf(one);
      return from < 0 ? [] : [{ from, to: from + one.length }];
    });
  const holds = (words: readonly string[]) =>
    placesOf(words).some(({ from, to }) => from < unit.end && to > unit.start) ? HIGH : LOW;
  const chances = (words: readonly string[]) =>
    Float32Array.from(unit.tokens, ({ start, end }) =>
      placesOf(words).some(({ from, to }) => start < to && end > from) ? HIGH : LOW,
    );
  const spans: Record<SpanKind, readonly string[]> = {
    task: [...promised, ...asked],
    event,
    fact,
    name,
    what,
    value: [],
    title,
  };
  return {
    unit,
    task: holds(spans.task),
    event: holds(event),
    fact: holds(fact),
    own: holds(fact),
    over: LOW,
    user: LOW,
    speaker: holds(promised),
    other: holds(asked),
    gist: holds(title),
    acts: { ask: holds(asked), promise: holds(promised) },
    note: marks.note ? { ...NO_NOTE, [marks.note]: SURE } : null,
    relation: marks.relation ?? 'health',
    words: Object.fromEntries(
      Object.entries(spans).map(([span, words]) => [span, chances(words)]),
    ) as Sentence['words'],
  };
}
