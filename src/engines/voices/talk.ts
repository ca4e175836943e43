import { together } from './print.ts';
import type { OwnerVerdict, Talk, VoicePrint } from './print.ts';
import { builtInPull, PERHAPS } from './voice.ts';

/**
 * Decides for a whole conversation which of its pieces are the owner's. Similar pieces are grouped
 * first, because many seconds of speech identify a voice far better than three. In noise, pieces of
 * one voice still resemble each other, even if they no longer resemble a recording made in quiet.
 */

/** Groups with less similarity stay separate. */
const SAME_VOICE = 0.2;
/**
 * A group of a few seconds with this similarity is attributed to the owner. A longer group needs a
 * higher similarity.
 */
const SURE = 0.15;
const SURE_MORE = 0.02;
const [SHORT_SECONDS, LONG_SECONDS] = [3, 15];
/**
 * If the similarity to a known person is at least this share of the similarity to the owner, the
 * result is undecided.
 */
const CLOSE = 0.85;
/**
 * The work grows with the square of the number of pieces, so a longer conversation is processed in
 * parts.
 */
const MAX_PIECES = 400;

interface Group {
  members: number[];
  print: VoicePrint;
  direction: Float32Array;
}

export function judgeTalk({ pieces, owner, people }: Talk): OwnerVerdict[] {
  const verdicts: OwnerVerdict[] = [];
  const parts = Math.ceil(pieces.length / MAX_PIECES);
  const size = Math.ceil(pieces.length / parts);
  const known = { owner: directionOf(owner), people: people.map(directionOf) };
  for (let part = 0; part < parts; part += 1) {
    verdicts.push(...judgePart(pieces.slice(part * size, (part + 1) * size), known));
  }
  return verdicts;
}

interface Known {
  owner: Float32Array;
  people: readonly Float32Array[];
}

function judgePart(pieces: readonly VoicePrint[], known: Known): OwnerVerdict[] {
  const verdicts = pieces.map((): OwnerVerdict => 'other');
  const own = pieces.map((piece) => dot(directionOf(piece), known.owner));
  for (const { members, print, direction } of groupsOf(pieces)) {
    const likeness = dot(direction, known.owner);
    const rival = Math.max(0, ...known.people.map((person) => dot(direction, person)));
    if (likeness < PERHAPS || rival >= likeness) continue;
    const isSure = likeness >= sureFrom(print.seconds) && rival <= CLOSE * likeness;
    for (const at of members) {
      if (own[at]! > 0) verdicts[at] = isSure && own[at]! >= PERHAPS ? 'owner' : 'probable';
    }
  }
  return verdicts;
}

function sureFrom(seconds: number): number {
  const share = (seconds - SHORT_SECONDS) / (LONG_SECONDS - SHORT_SECONDS);
  return SURE + SURE_MORE * Math.min(Math.max(share, 0), 1);
}

/** Repeatedly joins the two most similar groups. */
function groupsOf(pieces: readonly VoicePrint[]): Group[] {
  const groups: (Group | null)[] = pieces.map((print, at) => ({
    members: [at],
    print,
    direction: directionOf(print),
  }));
  const likeness = groups.map((one) =>
    groups.map((other) => dot(one!.direction, other!.direction)),
  );
  for (;;) {
    let [most, into, from] = [SAME_VOICE, -1, -1];
    for (let one = 0; one < groups.length; one += 1) {
      if (!groups[one]) continue;
      const row = likeness[one]!;
      for (let other = one + 1; other < groups.length; other += 1) {
        if (groups[other] && row[other]! >= most) [most, into, from] = [row[other]!, one, other];
      }
    }
    if (into < 0) return groups.filter((group) => group !== null);
    const print = together([groups[into]!.print, groups[from]!.print])!;
    const direction = directionOf(print);
    groups[into] = {
      members: [...groups[into]!.members, ...groups[from]!.members],
      print,
      direction,
    };
    groups[from] = null;
    for (const [at, group] of groups.entries()) {
      if (group) likeness[into]![at] = likeness[at]![into] = dot(direction, group.direction);
    }
  }
}

/**
 * Returns the difference between a voiceprint and the background, scaled to length 1, so that a dot
 * product gives the similarity.
 */
function directionOf(print: VoicePrint): Float32Array {
  const pull = builtInPull(print);
  const length = Math.sqrt(dot(pull, pull));
  return length > 0 ? pull.map((value) => value / length) : pull;
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += one[at]! * other[at]!;
  return sum;
}
