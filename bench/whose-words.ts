/**
 * Measures which words the built-in check attributes to the owner. `node bench/whose-words.ts
 * FOLDER [OTHERS]`, with a folder of recordings for each speaker. Each speaker in turn is the
 * owner, enrolled with some of their recordings; the check knows no other speaker. Each simulated
 * talk of two or three people consists of recordings that were not used to enrol, and is judged
 * twice: each piece as it arrives, and the whole talk at its end. The limits were chosen on every
 * other speaker (`tuned`); the results that count come from the remaining speakers (`unseen`).
 * OTHERS is a folder with one recording per person, which provides more people to talk to.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { joined } from '../src/engines/audio/testing.ts';
import { SAMPLE_RATE } from '../src/engines/audio/sample-rate.ts';
import type { OwnerVerdict, VoicePrint } from '../src/engines/voices/print.ts';
import { judgeTalk } from '../src/engines/voices/talk.ts';
import { narrow, noisy, readRecording, seeded } from '../src/engines/voices/testing.ts';
import { builtInLikeness, builtInPrint, builtInVerdict } from '../src/engines/voices/voice.ts';
import { printTable } from './measure.ts';

const ENROLMENT_SECONDS = 18;
/** An utterance between two pauses. */
const [SHORTEST_SECONDS, LONGEST_SECONDS] = [1.5, 6];
const [FEWEST_TURNS, MAX_TURNS] = [2, 8];
const TALKS_OF_EACH = 6;

const CONDITIONS: [string, (pcm: Int16Array, seed: number) => Int16Array][] = [
  ['clean', (pcm) => pcm],
  ['8 kHz', narrow],
  ['noise, 20 dB', (pcm, seed) => noisy(pcm, { decibels: 20, seed })],
  ['noise, 10 dB', (pcm, seed) => noisy(pcm, { decibels: 10, seed })],
];

const [folder, others] = process.argv.slice(2);
if (!folder) throw new Error('usage: node bench/whose-words.ts FOLDER [OTHERS]');

type Condition = string;
interface Speaker {
  name: string;
  clips: Int16Array[];
  /** One list of pieces for each clip and condition. */
  pieces: Map<Condition, VoicePrint[][]>;
}

const random = seeded(11);
let seed = 100;
const speakers = readdirSync(folder)
  .toSorted()
  .map((name) => {
    const files = readdirSync(join(folder, name)).toSorted();
    return speakerOf(
      name,
      files.map((file) => readRecording(join(folder, name, file))),
    );
  });
const strangers = others
  ? readdirSync(others)
      .toSorted()
      .map((name) => speakerOf(name, [readRecording(join(others, name))]))
  : [];
const even = (_: unknown, index: number) => index % 2 === 0;
const odd = (_: unknown, index: number) => index % 2 === 1;

report('Owners the limits were chosen on (tuned)', speakers.filter(even), speakers);
report('Owners who were not looked at (unseen)', speakers.filter(odd), speakers);
if (strangers.length > 0) {
  report('All owners, talking to people of OTHERS', speakers, strangers);
}

function report(title: string, owners: readonly Speaker[], company: readonly Speaker[]): void {
  printTable(
    title,
    CONDITIONS.flatMap(([condition]) => {
      const talks = owners.flatMap((owner) => talksOf(owner, company, condition));
      return [
        row(condition, 'each piece', talks, pieceByPiece),
        row(condition, 'whole talk', talks, judgeWhole),
      ];
    }),
  );
}

interface Turn {
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
    const verdict = builtInVerdict(builtInLikeness(owner, print), print.seconds);
    return verdict === 'sure' ? 'owner' : verdict === 'perhaps' ? 'probable' : 'other';
  });
}

function judgeWhole({ owner, turns }: SimulatedTalk): OwnerVerdict[] {
  return judgeTalk({ owner, people: [], pieces: turns.map(({ print }) => print) });
}

/** Returns simulated talks; each recording in turn is the first one that is used to enrol. */
function talksOf(
  owner: Speaker,
  company: readonly Speaker[],
  condition: Condition,
): SimulatedTalk[] {
  const choose = seeded(7);
  return owner.clips.flatMap((_, first) => {
    const { print, used } = enrolled(owner, first);
    const own = owner.pieces
      .get(condition)!
      .filter((__, clip) => !used.has(clip))
      .flat();
    if (own.length < FEWEST_TURNS) return [];
    return Array.from({ length: TALKS_OF_EACH }, (__, at) => {
      const people = sample(
        company.filter((each) => each !== owner),
        1 + (at % 2),
        choose,
      );
      const turns = [
        ...turnsOf(own, true, choose),
        ...people.flatMap(({ pieces }) => turnsOf(pieces.get(condition)!.flat(), false, choose)),
      ];
      return { owner: print, turns: sample(turns, turns.length, choose) };
    });
  });
}

function turnsOf(pieces: readonly VoicePrint[], isOwner: boolean, choose: () => number): Turn[] {
  const count = FEWEST_TURNS + Math.floor(choose() * (MAX_TURNS - FEWEST_TURNS + 1));
  return sample(pieces, count, choose).map((print) => ({ isOwner, print }));
}

function enrolled({ clips }: Speaker, first: number): { print: VoicePrint; used: Set<number> } {
  const used = new Set<number>();
  let seconds = 0;
  for (let at = first; seconds < ENROLMENT_SECONDS; at += 1) {
    const clip = at % clips.length;
    used.add(clip);
    seconds += clips[clip]!.length / SAMPLE_RATE;
  }
  return { print: builtInPrint(joined(...[...used].map((clip) => clips[clip]!)))!, used };
}

function speakerOf(name: string, clips: Int16Array[]): Speaker {
  const cuts = clips.map((clip) => cutsOf(clip.length));
  const pieces = new Map(
    CONDITIONS.map(([condition, change]) => [
      condition,
      clips.map((clip, at) => {
        const heard = change(clip, (seed += 1));
        return cuts[at]!.map(([from, to]) => builtInPrint(heard.slice(from, to))).filter(
          (print) => print !== null,
        );
      }),
    ]),
  );
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
