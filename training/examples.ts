/** Turns talks with gold into what the models learn from. */
import { KINDS, type Kind } from '../src/engines/understanding/reader/kinds.ts';
import { prepared, type Prepared } from '../src/engines/understanding/reader/features.ts';
import { timesIn, type NamedTimes } from '../src/engines/understanding/reader/times/times.ts';
import { unitsOf, type Unit } from '../src/engines/understanding/reader/units.ts';
import type { WordClusters } from '../src/engines/understanding/reader/word-clusters.ts';
import type { Talk } from './talks.ts';

interface GoldSpan {
  kind: Kind;
  unit: Unit;
  /** Places in the text of the turn. */
  start: number;
  end: number;
}

export interface Studied {
  talk: Talk;
  all: Prepared;
  named: NamedTimes;
  /** The acts of each turn. */
  acts: string[][];
  kinds: ReadonlyMap<Unit, Kind[]>;
  spans: GoldSpan[];
  tasks: { unit: Unit; isForOther: boolean; due: string | null }[];
  /** The times at which appointments begin. */
  starts: string[];
}

export function studied(talk: Talk, clusters: WordClusters): Studied {
  const turns = talk.turns.map(({ text, speaker }) => ({
    text,
    speaker,
    isUser: speaker === talk.user,
  }));
  const spoken = { language: talk.language, turns };
  const all = prepared(spoken, unitsOf(spoken), clusters);
  const of = { task: talk.tasks, event: talk.events, fact: talk.facts };
  const spans = KINDS.flatMap((kind) => of[kind].flatMap((gold) => spansIn(gold, talk, all, kind)));
  const kinds = new Map(
    all.units.map((unit) => [
      unit,
      KINDS.filter((kind) => spans.some((span) => span.kind === kind && span.unit === unit)),
    ]),
  );
  const tasks = talk.tasks.flatMap((gold) => {
    const [first] = spansIn(gold, talk, all, 'task');
    if (!first) return [];
    const { speaker } = talk.turns[first.unit.turn]!;
    return [{ unit: first.unit, isForOther: !gold.who.includes(speaker), due: gold.due }];
  });
  return {
    talk,
    all,
    named: timesIn(all, talk.when),
    acts: talk.turns.map(({ acts }) => acts.map(({ kind }) => kind)),
    kinds,
    spans,
    tasks,
    starts: talk.events.map(({ start }) => start),
  };
}

/** A span that goes over several sentences gives a part for each. */
function spansIn(
  gold: { turns: number[]; span: string },
  talk: Talk,
  { byTurn }: Prepared,
  kind: Kind,
): GoldSpan[] {
  for (const number of gold.turns) {
    const at = talk.turns[number - 1]!.text.indexOf(gold.span);
    if (at < 0) continue;
    const end = at + gold.span.length;
    return byTurn[number - 1]!.filter((unit) => unit.start < end && unit.end > at).map((unit) => ({
      kind,
      unit,
      start: Math.max(at, unit.start),
      end: Math.min(end, unit.end),
    }));
  }
  return [];
}

/** The tag of each word of a sentence. */
export function tagsOf({ tokens }: Unit, start: number, end: number): string[] {
  let isOpen = false;
  return tokens.map((token) => {
    if (token.end <= start || token.start >= end) return 'out';
    if (isOpen) return 'in';
    isOpen = true;
    return 'begin';
  });
}
