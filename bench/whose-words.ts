/**
 * Measures which words the built-in encoder attributes to the owner, and how well it tells the
 * others apart: `node bench/whose-words.ts FOLDER [OTHERS]`, with a folder of recordings for each
 * speaker. Each speaker in turn is the owner, enrolled with some of their recordings; no other
 * speaker is known. Each simulated talk of two to six people consists of recordings that were not
 * used to enrol, and is judged twice: each piece as it arrives, and the whole talk at its end. The
 * limits were chosen on every other speaker (`tuned`); the results that count come from the
 * remaining speakers (`unseen`). OTHERS is a folder with one recording per person, which provides
 * more people to talk to; the first of every two made the encoder's normalisation and are left out.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { joinedSound } from '../src/engines/audio/testing.ts';
import { SAMPLE_RATE } from '../src/engines/voice-activity/sample-rate.ts';
import { BuiltInEncoder } from '../src/engines/voices/encoder/built-in-encoder.ts';
import { encodedVoices } from '../src/engines/voices/encoded-voices.ts';
import type { OwnerVerdict, VoicePrint } from '../src/engines/voices/print.ts';
import { judgeTalk } from '../src/engines/voices/talk.ts';
import type { JudgedPiece } from '../src/engines/voices/talk.ts';
import { narrow, noisy, readRecording, seeded } from '../src/engines/voices/testing.ts';
import { printTable } from './measure.ts';

const ENROLMENT_SECONDS = 18;
/** An utterance between two pauses. */
const [SHORTEST_SECONDS, LONGEST_SECONDS] = [1.5, 6];
const [FEWEST_TURNS, MAX_TURNS] = [2, 8];
const TALKS_OF_EACH = 10;
const MAX_OTHERS = 5;

const CONDITIONS: [string, (pcm: Int16Array, seed: number) => Int16Array][] = [
  ['clean', (pcm) => pcm],
  ['8 kHz', narrow],
  ['noise, 20 dB', (pcm, seed) => noisy(pcm, { decibels: 20, seed })],
  ['noise, 10 dB', (pcm, seed) => noisy(pcm, { decibels: 10, seed })],
];

const [folder, others] = process.argv.slice(2);
if (!folder) throw new Error('usage: node bench/whose-words.ts FOLDER [OTHERS]');

await using encoder = new BuiltInEncoder();
const printer = encodedVoices(encoder);

type Condition = string;
interface Speaker {
  name: string;
  clips: Int16Array[];
  /** One list of pieces for each clip and condition. */
  pieces: Map<Condition, VoicePrint[][]>;
}

const random = seeded(11);
let seed = 100;
const speakers: Speaker[] = [];
for (const name of readdirSync(folder).toSorted()) {
  const files = readdirSync(join(folder, name)).toSorted();
  const clips = files.map((file) => readRecording(join(folder, name, file)));
  speakers.push(await speakerOf(name, clips));
}
const strangers: Speaker[] = [];
for (const [at, name] of (others ? readdirSync(others).toSorted() : []).entries()) {
  if (at % 2 === 1) strangers.push(await speakerOf(name, [readRecording(join(others!, name))]));
}
const even = (_: unknown, index: number) => index % 2 === 0;
const odd = (_: unknown, index: number) => index % 2 === 1;

await report('Owners the limits were chosen on (tuned)', speakers.filter(even), speakers);
await report('Owners who were not looked at (unseen)', speakers.filter(odd), speakers);
if (strangers.length > 0) {
  await report('All owners, talking to people of OTHERS', speakers, strangers);
}

async function report(
  title: string,
  owners: readonly Speaker[],
  company: readonly Speaker[],
): Promise<void> {
  const [whose, apart] = [[] as object[], [] as object[]];
  for (const [condition] of CONDITIONS) {
    const talks: SimulatedTalk[] = [];
    for (const owner of owners) talks.push(...(await talksOf(owner, company, condition)));
    whose.push(
      row(condition, 'each piece', talks, pieceByPiece),
      row(condition, 'whole talk', talks, (talk) => judgeWhole(talk).map(({ verdict }) => verdict)),
    );
    apart.push(toldApart(condition, talks));
  }
  printTable(title, whose as never);
  printTable(`${title}: everybody told apart, nobody known`, apart as never);
}

/** Counts the speech that is in the group of somebody else, with the best naming of the groups. */
function toldApart(condition: Condition, talks: readonly SimulatedTalk[]) {
  let [all, wrong, right, groups, people] = [0, 0, 0, 0, 0];
  for (const { turns } of talks) {
    const pieces = turns.map(({ print }) => print);
    const judged = judgeTalk(printer, { pieces, owner: null, people: [] });
    const shares = new Map<string, { who: string; group: number; seconds: number }>();
    for (const [at, { who, print }] of turns.entries()) {
      const { group } = judged[at]!;
      const key = `${who} ${group}`;
      const seconds = (shares.get(key)?.seconds ?? 0) + print.seconds;
      shares.set(key, { who, group, seconds });
      all += print.seconds;
    }
    const named = new Map<string, number>();
    const best = [...shares.values()].toSorted((a, b) => b.seconds - a.seconds);
    for (const { who, group, seconds } of best) {
      if (!named.has(who) && ![...named.values()].includes(group)) named.set(who, group);
      else if (named.get(who) !== group) wrong += seconds;
    }
    const count = new Set(turns.map(({ who }) => who)).size;
    const found = new Set(judged.map(({ group }) => group)).size;
    right += Number(count === found);
    people += count;
    groups += found;
  }
  return {
    condition,
    'speech of the wrong speaker': percent(wrong, all),
    'talks with the right count': percent(right, talks.length),
    'speakers found / there': `${groups} / ${people}`,
  };
}

interface Turn {
  who: string;
  isOwner: boolean;
  print: VoicePrint;
}
interface SimulatedTalk {
  owner: VoicePrint;
  turns: Turn[];
}

function row(
  condition: Condition,
  decided: string,
  talks: readonly SimulatedTalk[],
  judge: (talk: SimulatedTalk) => OwnerVerdict[],
) {
  const seconds = { own: new Map<OwnerVerdict, number>(), other: new Map<OwnerVerdict, number>() };
  let worst = 0;
  for (const talk of talks) {
    const verdicts = judge(talk);
    let [taken, all] = [0, 0];
    for (const [at, { isOwner, print }] of talk.turns.entries()) {
      const of = isOwner ? seconds.own : seconds.other;
      const verdict = verdicts[at]!;
      of.set(verdict, (of.get(verdict) ?? 0) + print.seconds);
      if (isOwner) continue;
      all += print.seconds;
      if (verdict === 'owner') taken += print.seconds;
    }
    if (taken > 0.1 * all) worst += 1;
  }
  const share = (of: Map<OwnerVerdict, number>, verdict: OwnerVerdict) =>
    percent(
      of.get(verdict) ?? 0,
      [...of.values()].reduce((sum, each) => sum + each, 0),
    );
  return {
    condition,
    decided,
    'owner, sure': share(seconds.own, 'owner'),
    'owner, probable': share(seconds.own, 'probable'),
    'owner, missed': share(seconds.own, 'other'),
    'others, taken': share(seconds.other, 'owner'),
    'others, probable': share(seconds.other, 'probable'),
    'talks with over 10 % taken': percent(worst, talks.length),
    talks: talks.length,
  };
}

/** Evaluates each piece alone, as the service does during a talk. */
function pieceByPiece({ owner, turns }: SimulatedTalk): OwnerVerdict[] {
  return turns.map(({ print }) => {
    const verdict = printer.judge(printer.likeness(owner, print));
    return verdict === 'sure' ? 'owner' : verdict === 'perhaps' ? 'probable' : 'other';
  });
}

function judgeWhole({ owner, turns }: SimulatedTalk): JudgedPiece[] {
  return judgeTalk(printer, { owner, people: [], pieces: turns.map(({ print }) => print) });
}

/** Returns simulated talks; each recording in turn is the first one that is used to enrol. */
async function talksOf(
  owner: Speaker,
  company: readonly Speaker[],
  condition: Condition,
): Promise<SimulatedTalk[]> {
  const choose = seeded(7);
  const voices = [];
  for (const first of owner.clips.keys()) voices.push(await enrolled(owner, first));
  return voices.flatMap(({ print, used }) => {
    const own = owner.pieces
      .get(condition)!
      .filter((__, clip) => !used.has(clip))
      .flat();
    if (own.length < FEWEST_TURNS) return [];
    return Array.from({ length: TALKS_OF_EACH }, (__, at) => {
      const people = sample(
        company.filter((each) => each !== owner),
        1 + (at % MAX_OTHERS),
        choose,
      );
      const turns = [
        ...turnsOf(own, { who: owner.name, isOwner: true }, choose),
        ...people.flatMap(({ name, pieces }) =>
          turnsOf(pieces.get(condition)!.flat(), { who: name, isOwner: false }, choose),
        ),
      ];
      return { owner: print, turns: sample(turns, turns.length, choose) };
    });
  });
}

function turnsOf(
  pieces: readonly VoicePrint[],
  by: Omit<Turn, 'print'>,
  choose: () => number,
): Turn[] {
  const count = FEWEST_TURNS + Math.floor(choose() * (MAX_TURNS - FEWEST_TURNS + 1));
  return sample(pieces, count, choose).map((print) => ({ ...by, print }));
}

async function enrolled({ clips }: Speaker, first: number) {
  const used = new Set<number>();
  let seconds = 0;
  for (let at = first; seconds < ENROLMENT_SECONDS; at += 1) {
    const clip = at % clips.length;
    used.add(clip);
    seconds += clips[clip]!.length / SAMPLE_RATE;
  }
  const sound = joinedSound(...[...used].map((clip) => clips[clip]!));
  return { print: (await printer.read(sound))!, used };
}

async function speakerOf(name: string, clips: Int16Array[]): Promise<Speaker> {
  const cuts = clips.map((clip) => cutsOf(clip.length));
  const pieces = new Map<Condition, VoicePrint[][]>();
  for (const [condition, change] of CONDITIONS) {
    const prints = clips.map(async (clip, at) => {
      const heard = change(clip, (seed += 1));
      const read = cuts[at]!.map(([from, to]) => printer.read(heard.slice(from, to)));
      return (await Promise.all(read)).filter((print) => print !== null);
    });
    pieces.set(condition, await Promise.all(prints));
  }
  return { name, clips, pieces };
}

function cutsOf(length: number): [number, number][] {
  const cuts: [number, number][] = [];
  for (let from = 0; length - from >= SHORTEST_SECONDS * SAMPLE_RATE;) {
    const seconds = SHORTEST_SECONDS + random() * (LONGEST_SECONDS - SHORTEST_SECONDS);
    const to = Math.min(length, from + Math.round(seconds * SAMPLE_RATE));
    cuts.push([from, to]);
    from = to;
  }
  return cuts;
}

function sample<Each>(from: readonly Each[], count: number, choose: () => number): Each[] {
  return from
    .map((each) => ({ each, place: choose() }))
    .toSorted((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ each }) => each);
}

function percent(part: number, whole: number): string {
  return `${whole === 0 ? '-' : ((100 * part) / whole).toFixed(1)} %`;
}
