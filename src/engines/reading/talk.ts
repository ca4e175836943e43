/** Reads a talk once, and says of each sentence what it contains. */
import { dueOf, OF_TIME, UNDATED, type Due, type ReadTime } from './dues.ts';
import { candidatesOf, namedTimesIn, type NamedTimes, type TimeCandidate } from './times.ts';
import { calibrated } from './calibration.ts';
import { aloneOf, fewOf, type Chunk, type Talk } from './input.ts';
import {
  chanceOf,
  meanOf,
  shares,
  SIZE,
  stateAt,
  type Loaded,
  type ReadingNetwork,
} from './network.ts';
import { unitsOf, type Unit } from '../words/units.ts';
import {
  averageOf,
  meanAt,
  meanOfHead,
  meanScore,
  viewsOf,
  type SentencePlace,
  type ReadChunk,
  type Views,
} from './views.ts';

/** What a sentence to oneself or to a machine is for. */
export const NOTE_KINDS = ['task', 'event', 'nothing'] as const;
export type Note = Readonly<Record<(typeof NOTE_KINDS)[number], number>>;

export type SpanKind = 'task' | 'event' | 'fact' | 'name' | 'what' | 'value' | 'title';

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
  /** The chances of each kind if it is a note, which add up to 1; null in a talk that is none. */
  note: Note | null;
  /** The likeliest relation of a fact, such as `employer`. */
  relation: string;
  /** For each word of the unit, the chance that it belongs to a span of this kind. */
  words: Readonly<Record<SpanKind, Float32Array>>;
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

export type { Due, ReadTime };

type Flag = 'task' | 'event' | 'fact' | 'own' | 'over' | 'user' | 'speaker' | 'other' | 'gist';

/** Below this chance, no due day is looked for. */
const MAY_BE_TASK = 0.1;
/** For more sentences, no due day is looked for; those that most surely hold a task come first. */
const MAX_DUES = 64;

/** `start` is the local time at which the talk began: `2026-03-15T14:00`. */
export function readTalk(talk: Talk, start: string, loaded: Loaded): TalkReading {
  const reading = readInSteps(talk, start, loaded);
  let step = reading.next();
  while (!step.done) step = reading.next();
  return step.value;
}

/** Pauses after each short step, so that one long talk does not delay those of other users. */
export function* readInSteps(
  talk: Talk,
  start: string,
  { network, pieces }: Loaded,
): Generator<void, TalkReading> {
  const units = unitsOf(talk);
  const layers: ReadChunk[][] = [];
  const read = function* (chunks: readonly Chunk[]): Generator<void> {
    const layer: ReadChunk[] = [];
    layers.push(layer);
    for (const chunk of chunks) {
      layer.push({ chunk, states: network.states(chunk.ids) });
      yield;
    }
  };
  yield* read(fewOf(talk, units, pieces));
  const named = namedTimesIn({ units, talk }, start);
  const isNote = mayBeNote(talk, units);
  const telling = isNote
    ? units
    : yield* tellingOf(units, { views: viewsOf(layers), named, network });
  yield* read(telling.map((unit) => aloneOf(talk, unit, pieces)));
  const views = viewsOf(layers);
  const sentences: Sentence[] = [];
  for (const unit of units) {
    const places = views.get(unit.index)!;
    const note = isNote ? noteOf(places.at(-1)!, network) : null;
    sentences.push({ ...sentenceOf(unit, places, network), note });
    if (sentences.length % UNITS_OF_STEP === 0) yield;
  }
  const times = timesWith(candidatesOf(named), views, network);
  const dues = new Map<Unit, Due>();
  for (const unit of likelyTasks(sentences)) {
    yield;
    const of = { times, views, network, today: named.today };
    dues.set(unit, named.lackDay.has(unit) ? UNDATED : dueOf(unit, of));
  }
  return {
    talk,
    sentences,
    times: times.map(({ time }) => time),
    dues,
    ...wholeOf(layers, network),
  };
}

const UNITS_OF_STEP = 50;

/** A note of one speaker has at most so many sentences. */
export const LONGEST_NOTE = 6;
const mayBeNote = ({ turns }: Talk, units: readonly Unit[]): boolean =>
  units.length <= LONGEST_NOTE && new Set(turns.map(({ speaker }) => speaker)).size === 1;

function noteOf(alone: SentencePlace, network: ReadingNetwork): Note {
  const [task, event, nothing] = shares(network.deepHead('note', meanAt(alone)));
  return { task: task!, event: event!, nothing: nothing! };
}

/** Below this chance of each kind, a sentence without a time is not read by itself. */
const MAY_TELL = 0.03;
/** More sentences of a talk are not read by themselves. */
const MAX_ALONE = 400;

/** The sentences that may hold a task, an appointment or a fact, or that name a time. */
function* tellingOf(
  units: readonly Unit[],
  { views, named, network }: { views: Views; named: NamedTimes; network: ReadingNetwork },
): Generator<void, Unit[]> {
  const timed = new Set([...named.days, ...named.hours].map(({ unit }) => unit));
  const kinds = ['task', 'event', 'fact'].map((kind) => network.names.flags.indexOf(kind));
  const likely: { unit: Unit; chance: number }[] = [];
  for (const [at, unit] of units.entries()) {
    const vectors = views.get(unit.index)!.map(meanAt);
    const scores = meanOfHead('flags', vectors, network);
    const chance = timed.has(unit) ? 1 : Math.max(...kinds.map((kind) => chanceOf(scores[kind]!)));
    if (chance >= MAY_TELL) likely.push({ unit, chance });
    if (at % UNITS_OF_STEP === 0) yield;
  }
  const surest = likely.toSorted((one, other) => other.chance - one.chance).slice(0, MAX_ALONE);
  return surest.map(({ unit }) => unit).toSorted((one, other) => one.index - other.index);
}

function likelyTasks(sentences: readonly Sentence[]): Unit[] {
  return sentences
    .filter(({ task }) => task >= MAY_BE_TASK)
    .toSorted((one, other) => other.task - one.task)
    .slice(0, MAX_DUES)
    .map(({ unit }) => unit);
}

function sentenceOf(
  unit: Unit,
  places: readonly SentencePlace[],
  network: ReadingNetwork,
): Omit<Sentence, 'note'> {
  const { flags, acts, relations } = network.names;
  const vectors = places.map(meanAt);
  const scores = meanOfHead('flags', vectors, network);
  const chances = [...flags, ...acts, 'gist'].map(
    (name, at) => [name, chanceOf(scores[at]!)] as const,
  );
  const flag = Object.fromEntries(
    chances.filter((_, at) => at < flags.length || at === chances.length - 1),
  ) as Pick<Sentence, Flag>;
  const relation = meanOfHead('relation', vectors, network);
  return {
    unit,
    ...flag,
    task: calibrated('task', flag.task),
    event: calibrated('event', flag.event),
    fact: calibrated('fact', flag.fact),
    acts: Object.fromEntries(chances.slice(flags.length, -1)),
    relation: relations[relation.indexOf(Math.max(...relation))]!,
    words: wordsOf(unit, places, network),
  };
}

/** For each word, the chances of its likeliest piece. */
function wordsOf(
  unit: Unit,
  places: readonly SentencePlace[],
  network: ReadingNetwork,
): Sentence['words'] {
  const { spans } = network.names;
  const scores = places.map(({ chunk, states, from, to }) => {
    const tags = Array.from({ length: to - from }, (_, at) =>
      network.head('tag', stateAt(states, from + at)),
    );
    return unit.tokens.map((token) =>
      tags.reduce((most, tag, at) => {
        const place = chunk.places[from + at]!;
        if (place.start >= token.end || place.end <= token.start) return most;
        return most.map((score, span) => Math.max(score, tag[span]!));
      }, new Float32Array(spans.length).fill(NEVER)),
    );
  });
  const words = unit.tokens.map((_, at) => averageOf(scores.map((all) => all[at]!)));
  return Object.fromEntries(
    spans.map((name, span) => [name, Float32Array.from(words, (word) => chanceOf(word[span]!))]),
  ) as Sentence['words'];
}

/** The score of a word that no piece stands for. */
const NEVER = -20;

/** The state of a named time is the mean of its pieces. There is a vector for each view. */
function timesWith(candidates: readonly TimeCandidate[], views: Views, network: ReadingNetwork) {
  type Named = NonNullable<TimeCandidate['day'] | TimeCandidate['hour']>;
  const known = new Map<Named, Float32Array[]>();
  const statesOnce = (named: Named) => {
    const states = known.get(named) ?? views.get(named.unit.index)!.map(stateOf(named));
    known.set(named, states);
    return states;
  };
  return candidates.map((candidate) => {
    const { day, hour } = candidate;
    const vectors = views.get((hour ?? day)!.unit.index)!.map((place, view) => {
      const vector = new Float32Array(OF_TIME);
      for (const [at, named] of [day, hour].entries()) {
        if (!named) continue;
        const states = statesOnce(named);
        vector.set(states[view] ?? states.at(-1)!, at * SIZE);
        vector[3 * SIZE + at] = 1;
      }
      vector.set(meanAt(place), 2 * SIZE);
      return vector;
    });
    const isTogether = day !== null && day.unit.index === hour?.unit.index;
    const scores = vectors.map((vector) => network.deepHead('time', vector)[0]!);
    const chance = chanceOf(meanScore(scores));
    const event = calibrated(isTogether ? 'startTogether' : 'start', chance);
    return { time: { ...candidate, event }, vectors };
  });
}

const stateOf =
  ({ unit, mention }: NonNullable<TimeCandidate['day'] | TimeCandidate['hour']>) =>
  ({ chunk, states, from, to }: SentencePlace): Float32Array => {
    const [start, end] = [unit.tokens[mention.from]!.start, unit.tokens[mention.to - 1]!.end];
    const inside = Array.from({ length: to - from }, (_, at) => from + at).filter((at) => {
      const place = chunk.places[at]!;
      return place.start < end && place.end > start;
    });
    return inside.length === 0
      ? meanOf(states, from, to)
      : meanOf(states, inside[0]!, inside.at(-1)! + 1);
  };

/** Categories are the mean over all chunks, by their length; worth is read in those of a few sentences. */
function wholeOf(
  layers: readonly (readonly ReadChunk[])[],
  network: ReadingNetwork,
): Pick<TalkReading, 'categories' | 'worth'> {
  const { categories } = network.names;
  const sums = new Float64Array(categories.length);
  let [worth, total] = [0, 0];
  for (const [layer, chunks] of layers.entries()) {
    for (const { chunk, states } of chunks) {
      const weight = chunk.ids.length;
      const scores = network.head('whole', meanOf(states, 0, weight));
      for (const [at, share] of shares(scores.subarray(0, categories.length)).entries())
        sums[at]! += share * weight;
      if (layer === 0) worth = Math.max(worth, chanceOf(scores.at(-1)!));
      total += weight;
    }
  }
  return {
    categories: Object.fromEntries(
      categories.map((name, at) => [name, sums[at]! / Math.max(1, total)]),
    ),
    worth,
  };
}
