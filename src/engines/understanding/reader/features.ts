/**
 * Describes sentences and words by features: short strings, each of which is there or not. The
 * models give each feature a weight.
 */
import {
  ABOUT_LISTENER,
  factChanceOf,
  isPlainFact,
  OF_THE_MOMENT,
  TIME_BOUND,
} from '../rules/memory-cues.ts';
import { OWN as OWN_WORD, ownClause } from '../rules/memory-wording.ts';
import { bare } from '../rules/bare.ts';
import { forms } from '../rules/task-forms.ts';
import { contentStems } from '../rules/text.ts';
import { bucketOf } from './steps.ts';
import type { Talk, Unit } from './units.ts';
import { classesOf, classOf } from './word-classes.ts';
import { tagged } from '../language.ts';
import type { WordClusters } from './word-clusters.ts';

/** A talk with everything that features look at. */
export interface Prepared {
  talk: Talk;
  units: readonly Unit[];
  /** The units of each turn. */
  byTurn: readonly (readonly Unit[])[];
  clusters: WordClusters;
  /** Words that the models treat alike, for each unit: the names of the speakers and numbers. */
  plain: ReadonlyMap<Unit, readonly string[]>;
  /** The outlines of each unit: function words, classes and parts of speech. */
  outlines: ReadonlyMap<Unit, readonly string[]>;
  /** The turn of the next other speaker after each turn. */
  replies: readonly (number | null)[];
  /** The number of speakers. */
  speakers: number;
}

export function prepared(talk: Talk, units: readonly Unit[], clusters: WordClusters): Prepared {
  const names = new Set(
    talk.turns
      .flatMap(({ speaker }) => speaker.toLowerCase().split(/\s+/))
      .filter((name) => !NO_NAMES.test(name)),
  );
  const plain = new Map(
    units.map((unit) => [unit, unit.tokens.map(({ word }) => plainWord(word, names))]),
  );
  const byTurn: Unit[][] = talk.turns.map(() => []);
  for (const unit of units) byTurn[unit.turn]!.push(unit);
  const replies: (number | null)[] = [];
  for (let turn = talk.turns.length - 1; turn >= 0; turn -= 1) {
    const next = talk.turns[turn + 1];
    const same = next?.speaker === talk.turns[turn]!.speaker;
    replies[turn] = !next ? null : same ? replies[turn + 1]! : turn + 1;
  }
  const speakers = new Set(talk.turns.map(({ speaker }) => speaker)).size;
  const outlines = new Map(
    units.map((unit) => [unit, outlineOf(unit, plain.get(unit)!, talk.language, clusters)]),
  );
  return { talk, units, byTurn, clusters, plain, outlines, replies, speakers };
}

/** Words for speakers without a name: "The user", "Speaker 2". */
const NO_NAMES = /^(?:the|user|speaker|somebody|\d+)$/;

function plainWord(word: string, names: ReadonlySet<string>): string {
  if (names.has(word) || names.has(word.replace(/'s$/, ''))) return '<name>';
  if (/^\d/.test(word)) return word.replace(/\d/g, '0');
  return word;
}

/** Function words keep their form in the outline of a sentence; other words give their cluster. */
const KEPT = 300;

function outlineOf(
  unit: Unit,
  words: readonly string[],
  language: string,
  clusters: WordClusters,
): string[] {
  const tags = language === 'en' ? tagsOf(unit) : [];
  return words.map((word, at) => {
    if (word.startsWith('<')) return word;
    const named = classOf(word);
    if (named) return named;
    const cluster = clusters.of(word);
    if (
      language === 'en' &&
      (CLOSED.has(tags[at]!) || (cluster && cluster.rank < KEPT && tags[at] !== 'NOUN'))
    )
      return word;
    return tags[at] ?? (word.length > 4 ? `~${word.slice(-2)}` : word);
  });
}

const CLOSED = new Set(['PRON', 'AUX', 'DET', 'ADP', 'CCONJ', 'SCONJ', 'PART', 'INTJ', 'ADV']);

/** The parts of speech of the words of an English unit. */
function tagsOf(unit: Unit): string[] {
  const found = tagged(unit.text);
  const tags: string[] = [];
  let place = 0;
  let index = 0;
  const texts: { at: number; end: number; pos: string }[] = [];
  for (const { text, pos } of found) {
    const at = unit.text.indexOf(text, place);
    if (at < 0) continue;
    texts.push({ at, end: at + text.length, pos });
    place = at + text.length;
  }
  for (const { start } of unit.tokens) {
    while (index < texts.length && texts[index]!.end <= start - unit.start) index += 1;
    tags.push(texts[index]?.pos ?? 'X');
  }
  return tags;
}

/** Features of the words of one text; `mark` tells where the text stands. */
function wordFeatures(
  words: readonly string[],
  mark: string,
  clusters: WordClusters,
  lines?: readonly string[],
): string[] {
  const features: string[] = [];
  for (const [at, word] of words.entries()) {
    features.push(`${mark}w ${word}`);
    if (word.length > 5) features.push(`${mark}s ${word.slice(0, 5)}`);
    const cluster = clusters.of(word);
    if (cluster) features.push(`${mark}c ${cluster.coarse}`, `${mark}f ${cluster.fine}`);
    for (const named of classesOf(word)) features.push(`${mark}k ${named}`);
    if (!lines) continue;
    const next = words[at + 1] ?? '>';
    features.push(`${mark}b ${word} ${next}`);
    features.push(`${mark}o ${lines[at]} ${lines[at + 1] ?? '>'}`);
    if (at + 1 < words.length) {
      features.push(`${mark}t ${lines[at]} ${lines[at + 1]} ${lines[at + 2] ?? '>'}`);
      features.push(`${mark}g ${lines[at]} _ ${lines[at + 2] ?? '>'}`);
    }
  }
  features.push(`${mark}1 ${words[0]}`, `${mark}2 ${words[0]} ${words[1] ?? '>'}`);
  if (lines)
    features.push(
      `${mark}3 ${lines.slice(0, 3).join(' ')}`,
      `${mark}4 ${lines.slice(0, 4).join(' ')}`,
      `${mark}11 ${lines[0]}`,
    );
  features.push(`${mark}9 ${words.at(-1)}`);
  return features;
}

/** The number of sentences of the same turn that count, on each side. */
const BESIDE = 3;
/** The number of words of another turn that count. */
const HEARD = 25;

/** Features of a sentence and what stands around it. */
export function unitFeatures(unit: Unit, all: Prepared): string[] {
  const { talk, byTurn, clusters, plain, replies, speakers } = all;
  const own = talk.turns[unit.turn]!;
  const within = byTurn[unit.turn]!;
  const place = unit.index - within[0]!.index;
  const words = plain.get(unit)!;
  const asks = unit.text.includes('?');
  const features = [
    'bias',
    `lang ${talk.language}`,
    `speakers ${Math.min(speakers, 3)}`,
    `asks ${asks}`,
    `user ${own.isUser}`,
    `length ${bucketOf(words.length, [3, 5, 8, 12, 18, 30])}`,
    `place ${bucketOf(unit.turn / talk.turns.length, [0.2, 0.5, 0.8])}`,
    `last ${unit.turn === talk.turns.length - 1}`,
    `number ${words.some((word) => word.startsWith('0'))}`,
    ...combined(words, asks, own.isUser),
    `says ${asks} ${words.find((word) => PERSONS.has(word)) ?? '-'}`,
    ...wordFeatures(words, '', clusters, all.outlines.get(unit)!),
    ...(talk.language === 'en' ? cueFeatures(unit.text) : []),
  ];
  const near = (turn: number | null | undefined, mark: string) => {
    if (turn === null || turn === undefined || !talk.turns[turn]) {
      features.push(`${mark}none`);
      return;
    }
    const said = byTurn[turn]!;
    const first = said.at(0);
    const same = talk.turns[turn]!.speaker === own.speaker;
    features.push(
      `${mark}same ${same}`,
      `${mark}asks ${said.some(({ text }) => text.includes('?'))}`,
    );
    features.push(`${mark}user ${talk.turns[turn]!.isUser}`);
    const texts = said.slice(0, HEARD).flatMap((one) => plain.get(one)!);
    features.push(...wordFeatures(texts.slice(0, HEARD), mark, clusters));
    if (first) {
      const start = plain.get(first)!;
      features.push(
        `${mark}b ${start.slice(0, 2).join(' ')}`,
        `${mark}length ${bucketOf(texts.length, [2, 4, 8, 16])}`,
      );
    }
  };
  near(unit.turn + 1, 'N ');
  near(unit.turn + 2, 'NN ');
  near(unit.turn - 1, 'P ');
  const reply = replies[unit.turn];
  features.push(`reply ${reply === null ? '-' : Math.min(reply! - unit.turn, 3)}`);
  for (const other of within.slice(Math.max(0, place - BESIDE), place + BESIDE + 1)) {
    if (other === unit) continue;
    const mark = other.index < unit.index ? 'B ' : 'A ';
    features.push(...wordFeatures(plain.get(other)!, mark, clusters));
  }
  return features;
}

/** Features of the cues that the English rules recognise in a sentence. */
function cueFeatures(text: string): string[] {
  const clause = bare(text);
  const own = ownClause(text);
  const stems = new Set(contentStems(own)).size;
  const features = forms.flatMap(({ pattern }, at) =>
    pattern.test(clause) ? [`form ${at}`, 'form'] : [],
  );
  const chance = factChanceOf(own, stems, 'statement');
  for (const limit of [0.02, 0.05, 0.1, 0.15, 0.25, 0.4])
    if (chance >= limit) features.push(`fact cue ${limit}`);
  features.push(`plain fact ${isPlainFact(own)}`, `own ${OWN_WORD.test(own)}`);
  for (const [at, not] of [TIME_BOUND, ABOUT_LISTENER, OF_THE_MOMENT].entries())
    if (not.test(own)) features.push(`no fact ${at}`);
  return features;
}

/** Pairs of the classes of a sentence, with its person. */
function combined(words: readonly string[], asks: boolean, isUser: boolean): string[] {
  const classes = [...new Set(words.flatMap((word) => classesOf(word)))].toSorted();
  const person =
    words.find((word) => PERSONS.has(word)) ?? (words.some((word) => OWN.has(word)) ? 'my' : '-');
  const pairs = classes.flatMap((one, at) => classes.slice(at + 1).map((two) => `${one}+${two}`));
  return [...classes, ...pairs].flatMap((name) => [
    `K ${name} ${asks}`,
    `K ${name} ${person}`,
    `K ${name} ${isUser}`,
  ]);
}

const OWN = new Set(
  'my our mein meine meinem meinen meiner unser unsere mi mis nuestro nuestra'.split(' '),
);

const PERSONS = new Set([
  ..."i i'm i'll i've i'd we we'll we're let's you you're you'll he she they it it's that's there's".split(
    ' ',
  ),
  ...'ich wir du ihr er sie es yo nosotros tú usted ella él'.split(' '),
]);

/** Features of a word within its sentence, for the models that find the words of a task or a fact. */
export function tokenFeatures(at: number, unit: Unit, all: Prepared): string[] {
  const words = all.plain.get(unit)!;
  const lines = all.outlines.get(unit)!;
  const features = ['bias'];
  for (let near = -3; near <= 3; near += 1) {
    const word = words[at + near] ?? (at + near < 0 ? '<' : '>');
    features.push(`${near} ${word}`);
    if (Math.abs(near) > 2) continue;
    const cluster = all.clusters.of(word);
    if (cluster) features.push(`${near}c ${cluster.coarse}`, `${near}f ${cluster.fine}`);
    const next = words[at + near + 1] ?? '>';
    features.push(`${near}b ${word} ${next}`);
    features.push(`${near}o ${lines[at + near] ?? '<'} ${lines[at + near + 1] ?? '>'}`);
  }
  const { tokens, text, start } = unit;
  const gap = at === 0 ? '^' : text.slice(tokens[at - 1]!.end - start, tokens[at]!.start - start);
  features.push(`gap ${gap.trim()}`, `place ${bucketOf(at, [1, 2, 4, 8])}`);
  features.push(`left ${bucketOf(tokens.length - at, [2, 3, 5, 9])}`);
  return features;
}
