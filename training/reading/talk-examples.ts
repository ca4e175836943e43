/** What the network learns from a talk: labels of its sentences, spans, and the meaning of its times. */
import { CATEGORIES } from '../../src/engines/understanding/maker.ts';
import { chunksOf, type Chunk } from '../../src/engines/reading/input.ts';
import { mayBeDue } from '../../src/engines/reading/dues.ts';
import { candidatesOf, namedTimesIn, type TimeCandidate } from '../../src/engines/reading/times.ts';
import { unitsOf, type Unit } from '../../src/engines/words/units.ts';
import type { Talk } from '../talks.ts';
import { ACTS, RELATIONS } from '../vocabulary.ts';
import {
  pieces,
  piecesIn,
  placeOf,
  sharedWords,
  spokenOf,
  stemsOf,
  type Place,
  type Range,
} from './places.ts';

const around = (turns: readonly number[], before: number, after: number): number[] => {
  const [first, last] = [Math.min(...turns) - 1, Math.max(...turns) - 1];
  return Array.from({ length: last + after - first + before + 1 }, (_, at) => first - before + at);
};

export function talkExamples(talk: Talk) {
  const spoken = spokenOf(talk);
  const units = unitsOf(spoken);
  const named = namedTimesIn({ units, talk: spoken }, talk.when);
  const candidates = candidatesOf(named);
  return chunksOf(spoken, units, pieces).map((chunk) =>
    chunkExample({ talk, units, chunk, candidates, today: named.today }),
  );
}

interface Of {
  talk: Talk;
  units: readonly Unit[];
  chunk: Chunk;
  candidates: readonly TimeCandidate[];
  today: string;
}

const mean = (one: ReadonlySet<string>, other: ReadonlySet<string>) => {
  const shared = [...one].filter((stem) => other.has(stem)).length;
  return (2 * shared) / (one.size + other.size || 1);
};

function chunkExample(of: Of) {
  const { talk, units, chunk } = of;
  const range = (place: Place) => piecesIn(chunk, units, place);
  const ranges = (places: readonly Place[]) =>
    places.flatMap((place) => [range(place)].filter((one) => one !== null));
  const spans = (golds: readonly { turns: number[]; span: string }[]) =>
    ranges(golds.flatMap((gold) => placeOf(gold, talk)));
  const gist = stemsOf(`${talk.title ?? ''} ${talk.about ?? ''}`);
  const at = new Map(chunk.units.map(({ index }, place) => [index, place]));
  return {
    id: `${talk.batch}/${talk.slug}`,
    language: talk.language,
    ids: chunk.ids,
    units: chunk.units.map(({ from, to }) => [from, to]),
    labels: chunk.units.map(({ index }) => unitLabels(units[index]!, talk, gist)),
    spans: {
      task: spans(talk.tasks),
      event: spans(talk.events),
      fact: spans(talk.facts),
      name: ranges(
        talk.events.flatMap(({ what, turns }) => sharedWords(talk, around(turns, 2, 1), what)),
      ),
      what: ranges(
        talk.tasks.flatMap(({ what, turns }) => sharedWords(talk, around(turns, 2, 1), what)),
      ),
      value: ranges(
        talk.facts.flatMap(({ value, turns }) => sharedWords(talk, around(turns, 0, 0), value)),
      ),
      title:
        talk.title === null ? [] : ranges(sharedWords(talk, [...talk.turns.keys()], talk.title)),
    },
    category: CATEGORIES.indexOf(talk.category),
    worth: Number(talk.tasks.length + talk.events.length + talk.facts.length > 0),
    ...timeLabels(of, at),
  };
}

function unitLabels(unit: Unit, talk: Talk, gist: ReadonlySet<string>) {
  const isIn = (gold: { turns: number[]; span: string }) =>
    placeOf(gold, talk).some(
      ({ turn, start, end }) => turn === unit.turn && start < unit.end && end > unit.start,
    );
  const isFirstOf = (gold: { turns: number[]; span: string }) =>
    placeOf(gold, talk).some(
      ({ turn, start }) => turn === unit.turn && start >= unit.start && start < unit.end,
    );
  const tasks = talk.tasks.filter(isFirstOf);
  const facts = talk.facts.filter(isIn);
  const { speaker, acts } = talk.turns[unit.turn]!;
  return {
    task: Number(tasks.length > 0),
    event: Number(talk.events.some(isFirstOf)),
    fact: Number(facts.length > 0),
    own: Number(facts.some(({ subject }) => subject === 'user')),
    over: Number(facts.some(({ until }) => until !== null)),
    user: Number(tasks.some(({ who }) => talk.user !== null && who.includes(talk.user))),
    speaker: Number(tasks.some(({ who }) => who.includes(speaker))),
    other: Number(tasks.some(({ who }) => who.some((name) => name !== speaker))),
    acts: ACTS.map((kind) => Number(acts.some((act) => act.kind === kind))),
    relation: facts.length > 0 ? RELATIONS.indexOf(facts[0]!.relation) : -1,
    gist: Math.round(100 * mean(stemsOf(unit.text), gist)) / 100,
  };
}

function timeLabels(
  { talk, units, chunk, candidates, today }: Of,
  at: ReadonlyMap<number, number>,
) {
  const mentions: Range[] = [];
  const keys = new Map<object, number>();
  const mentionOf = (placed: TimeCandidate['day'] | TimeCandidate['hour']): number => {
    if (!placed) return -1;
    const known = keys.get(placed);
    if (known !== undefined) return known;
    const { unit, mention } = placed;
    const range = piecesIn(chunk, units, {
      turn: unit.turn,
      start: unit.tokens[mention.from]!.start,
      end: unit.tokens[mention.to - 1]!.end,
    });
    const number = range ? mentions.push(range) - 1 : -2;
    keys.set(placed, number);
    return number;
  };
  const whole = candidates
    .map((candidate) => ({
      candidate,
      day: mentionOf(candidate.day),
      hour: mentionOf(candidate.hour),
    }))
    .filter(({ day, hour }) => day !== -2 && hour !== -2);
  const starts = new Set(talk.events.map(({ start }) => start));
  const times = whole.map(({ candidate, candidate: { date, time }, day, hour }) => [
    day,
    hour,
    Number(starts.has(time === null ? date : `${date}T${time}`)),
    at.get((candidate.hour ?? candidate.day)!.unit.index)!,
  ]);
  const dues = talk.tasks.flatMap((task) => {
    const unit = units.find((one) =>
      placeOf(task, talk).some(
        ({ turn, start }) => turn === one.turn && start >= one.start && start < one.end,
      ),
    );
    const place = unit && at.get(unit.index);
    if (!unit || place === undefined) return [];
    const options = [...whole.entries()].filter(([, { candidate }]) => mayBeDue(candidate, unit));
    const right = rightOptions(
      task.due,
      options.map(([, { candidate }]) => candidate),
      today,
    );
    const distance = ({ candidate: { day, hour } }: (typeof whole)[number]) =>
      (day ?? hour)!.unit.index - unit.index;
    if (right.length === 0) return [];
    return [{ unit: place, options: options.map(([index, one]) => [index, distance(one)]), right }];
  });
  return { mentions, times, dues };
}

/** Options 0 and 1 are no day and today; then the candidates. */
function rightOptions(
  due: string | null,
  candidates: readonly TimeCandidate[],
  today: string,
): number[] {
  if (due === null) return [0];
  const whole = (isRight: (one: TimeCandidate) => boolean) =>
    candidates.flatMap((one, at) => (isRight(one) ? [at + 2] : []));
  const day = due.slice(0, 10);
  const exact =
    due.length > 10
      ? whole(({ date, time }) => `${date}T${time}` === due)
      : whole(({ date, time }) => date === day && time === null);
  if (exact.length > 0) return exact;
  const sameDay = whole(({ date }) => date === day);
  return sameDay.length > 0 ? sameDay : day === today ? [1] : [];
}
