/** Reads a talk once, and says of each sentence what it contains. */
import { candidatesOf, isNear, timesIn, type TimeCandidate } from './times.ts';
import { calibrated } from './calibration.ts';
import { chunksOf, type Chunk } from './input.ts';
import {
  chanceOf,
  meanOf,
  shares,
  SIZE,
  stateAt,
  type Loaded,
  type Network,
  type States,
} from './network.ts';
import { unitsOf, type Talk, type Unit } from './units.ts';

export type Span = 'task' | 'event' | 'fact' | 'name' | 'what' | 'value' | 'title';

export interface Sentence {
  unit: Unit;
  /** The chances that it holds a task, an appointment or a lasting fact, 0 to 1. */
  task: number;
  event: number;
  fact: number;
  /** That a fact is about the user, and that it is over. */
  own: number;
  over: number;
  /** That a task is for the user, for who speaks, and for somebody else. */
  user: number;
  speaker: number;
  other: number;
  /** How much of what the talk is about the sentence says, 0 to 1. */
  gist: number;
  acts: Readonly<Record<string, number>>;
  /** The likeliest relation of a fact, such as `employer`. */
  relation: string;
  /** For each word of the unit, the chance that it belongs to a span of this kind. */
  words: Readonly<Record<Span, Float32Array>>;
}

export interface ReadTime extends TimeCandidate {
  /** The chance that an appointment begins then, 0 to 1. */
  event: number;
}

/** When a task is due, with its chance; null for no day. */
export interface Due {
  time: Pick<TimeCandidate, 'date' | 'time'> | null;
  chance: number;
}

export interface TalkReading {
  talk: Talk;
  sentences: readonly Sentence[];
  times: readonly ReadTime[];
  /** The chance of each category. */
  categories: Readonly<Record<string, number>>;
  /** The chance that the talk contains anything to keep. */
  worth: number;
  /** When the task of each sentence is due, if the sentence may hold one. */
  dues: ReadonlyMap<Unit, Due>;
}

type Flag = 'task' | 'event' | 'fact' | 'own' | 'over' | 'user' | 'speaker' | 'other' | 'gist';

/** Below this chance, no due day is looked for. */
const MAY_BE_TASK = 0.1;

/** `start` is the local time at which the talk began: `2026-03-15T14:00`. */
export function readTalk(talk: Talk, start: string, { network, pieces }: Loaded): TalkReading {
  const units = unitsOf(talk);
  const chunks = chunksOf(talk, units, pieces).map((chunk) => ({
    chunk,
    states: network.states(chunk.ids),
  }));
  const placed = placesOf(chunks);
  const sentences = units.map((unit) => sentenceOf(unit, placed.get(unit.index)!, network));
  const named = timesIn({ units, talk }, start);
  const times = timesWith(candidatesOf(named), placed, network);
  const dues = new Map(
    sentences
      .filter(({ task }) => task >= MAY_BE_TASK)
      .map(({ unit }) => [unit, dueOf(unit, { times, placed, network, today: named.today })]),
  );
  return {
    talk,
    sentences,
    times: times.map(({ time }) => time),
    dues,
    ...wholeOf(chunks, network),
  };
}

interface Place {
  chunk: Chunk;
  states: States;
  from: number;
  to: number;
}

/** The place of each sentence in the chunk that has most around it. */
function placesOf(chunks: readonly { chunk: Chunk; states: States }[]): Map<number, Place> {
  const places = new Map<number, Place>();
  const room = ({ chunk, from, to }: Place) => Math.min(from, chunk.ids.length - to);
  for (const { chunk, states } of chunks) {
    for (const { index, from, to } of chunk.units) {
      const place = { chunk, states, from, to };
      const known = places.get(index);
      if (!known || room(place) > room(known)) places.set(index, place);
    }
  }
  return places;
}

function sentenceOf(unit: Unit, { chunk, states, from, to }: Place, network: Network): Sentence {
  const { flags, acts, relations, spans } = network.names;
  const vector = meanOf(states, from, to);
  const scores = network.head('flags', vector);
  const chances = [...flags, ...acts, 'gist'].map(
    (name, at) => [name, chanceOf(scores[at]!)] as const,
  );
  const flag = Object.fromEntries(
    chances.filter((_, at) => at < flags.length || at === chances.length - 1),
  ) as Pick<Sentence, Flag>;
  const relation = network.head('relation', vector);
  const tags = Array.from({ length: to - from }, (_, at) =>
    network.head('tag', stateAt(states, from + at)),
  );
  const words = Object.fromEntries(
    spans.map((name, span) => [
      name,
      Float32Array.from(unit.tokens, (token) => {
        let most = 0;
        for (const [at, tag] of tags.entries()) {
          const place = chunk.places[from + at]!;
          if (place.start < token.end && place.end > token.start)
            most = Math.max(most, chanceOf(tag[span]!));
        }
        return most;
      }),
    ]),
  );
  return {
    unit,
    ...flag,
    task: calibrated('task', flag.task),
    event: calibrated('event', flag.event),
    fact: calibrated('fact', flag.fact),
    acts: Object.fromEntries(chances.slice(flags.length, -1)),
    relation: relations[relation.indexOf(Math.max(...relation))]!,
    words: words as Sentence['words'],
  };
}

/** The states of a day, of an hour and of their sentence, and which of the two were said. */
const OF_TIME = 3 * SIZE + 2;

/** The state of a named time is the mean of its pieces. */
function timesWith(
  candidates: readonly TimeCandidate[],
  placed: ReadonlyMap<number, Place>,
  network: Network,
) {
  return candidates.map((candidate) => {
    const vector = new Float32Array(OF_TIME);
    for (const [at, named] of [candidate.day, candidate.hour].entries()) {
      if (!named) continue;
      vector.set(stateOf(named, placed), at * SIZE);
      vector[3 * SIZE + at] = 1;
    }
    const { states, from, to } = placed.get((candidate.hour ?? candidate.day)!.unit.index)!;
    vector.set(meanOf(states, from, to), 2 * SIZE);
    const event = calibrated('start', chanceOf(network.deepHead('time', vector)));
    return { time: { ...candidate, event }, vector };
  });
}

function stateOf(
  { unit, mention }: NonNullable<TimeCandidate['day'] | TimeCandidate['hour']>,
  placed: ReadonlyMap<number, Place>,
): Float32Array {
  const { chunk, states, from, to } = placed.get(unit.index)!;
  const [start, end] = [unit.tokens[mention.from]!.start, unit.tokens[mention.to - 1]!.end];
  const inside = Array.from({ length: to - from }, (_, at) => from + at).filter((at) => {
    const place = chunk.places[at]!;
    return place.start < end && place.end > start;
  });
  return inside.length === 0
    ? meanOf(states, from, to)
    : meanOf(states, inside[0]!, inside.at(-1)! + 1);
}

/** The time of a task stands near it. The day of an appointment may be further away. */
const NEAR = { turns: 3, sentences: 10 };
const NEAR_DAY = { turns: 4, sentences: 30 };

export const mayBeDue = ({ day, hour }: TimeCandidate, unit: Unit): boolean =>
  [day, hour].every((each) => !each || isNear(each.unit, unit, hour ? NEAR : NEAR_DAY));

/** Further sentences count alike. */
const FAR = 8;

interface Of {
  times: readonly { time: ReadTime; vector: Float32Array }[];
  placed: ReadonlyMap<number, Place>;
  network: Network;
  today: string;
}

/** Chooses among no day, today and the times named near: first the day by all that say it, then its hour. */
function dueOf(unit: Unit, { times, placed, network, today }: Of): Due {
  const { states, from, to } = placed.get(unit.index)!;
  const own = meanOf(states, from, to);
  const near = times.filter(({ time }) => mayBeDue(time, unit));
  const scores = near.map(({ time: { day, hour }, vector }) => {
    const far = (day ?? hour)!.unit.index - unit.index;
    const input = new Float32Array(SIZE + OF_TIME + 4);
    input.set(own);
    input.set(vector, SIZE);
    input.set(
      [Number(far === 0), Number(far < 0), Number(far > 0), Math.min(Math.abs(far), FAR) / FAR],
      SIZE + OF_TIME,
    );
    return network.deepHead('due', input);
  });
  const chances = shares([...network.head('undated', own), ...scores]);
  const options: Due['time'][] = [
    null,
    { date: today, time: null },
    ...near.map(({ time: { date, time } }) => ({ date, time })),
  ];
  const days = Map.groupBy(options.keys(), (at) => options[at]?.date ?? null);
  const sum = (some: readonly number[]) => some.reduce((total, at) => total + chances[at]!, 0);
  const [best] = [...days.values()].toSorted((one, other) => sum(other) - sum(one));
  const likeliest = best!.toSorted((one, other) => chances[other]! - chances[one]!)[0]!;
  return { time: options[likeliest]!, chance: sum(best!) };
}

/** The mean over chunks, by their length. */
function wholeOf(
  chunks: readonly { chunk: Chunk; states: States }[],
  network: Network,
): Pick<TalkReading, 'categories' | 'worth'> {
  const { categories } = network.names;
  const sums = new Float64Array(categories.length);
  let [worth, total] = [0, 0];
  for (const { chunk, states } of chunks) {
    const weight = chunk.ids.length;
    const scores = network.head('whole', meanOf(states, 0, weight));
    for (const [at, share] of shares(scores.subarray(0, categories.length)).entries())
      sums[at]! += share * weight;
    worth = Math.max(worth, chanceOf(scores.at(-1)!));
    total += weight;
  }
  return {
    categories: Object.fromEntries(
      categories.map((name, at) => [name, sums[at]! / Math.max(1, total)]),
    ),
    worth,
  };
}
