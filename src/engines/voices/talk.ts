import { groupVoices, sumOf } from './groups.ts';
import type { OwnerVerdict, VoicePrint, VoicePrinter } from './print.ts';

/**
 * If the similarity to a known person is at least this share of the similarity to the owner, the
 * result is undecided.
 */
const CLOSE = 0.85;
/** A group with this much speech is more like any voice, and needs this much more likeness. */
const [LONG_SECONDS, SURE_MORE] = [6, 0.05];
/** A piece that is less like the owner than this is not surely the owner's, whatever its group is. */
const MIN_LIKENESS = 0.2;

export interface TalkVoices {
  pieces: readonly VoicePrint[];
  /** Null without a voice profile. */
  owner: VoicePrint | null;
  /** Other people with known voices. */
  people: readonly VoicePrint[];
}

/** The voice of a piece. Pieces of one voice have the same number, from 0 in the order of speaking. */
export interface JudgedPiece {
  group: number;
  verdict: OwnerVerdict;
}

/**
 * Decides for a whole conversation which pieces have the same voice, and which are the owner's.
 * Many seconds of speech identify a voice far better than three. Without a profile, the voice that
 * speaks first is taken for the owner's.
 */
export function judgeTalk(
  printer: VoicePrinter,
  { pieces, owner, people }: TalkVoices,
): JudgedPiece[] {
  const judged: JudgedPiece[] = [];
  for (const [group, members] of groupVoices(pieces, printer.limits).entries()) {
    const sum = sumOf(members, pieces);
    const whole = owner ? ofGroup(printer, sum, owner, people) : group === 0 ? 'owner' : 'other';
    for (const at of members) {
      const isLike = !owner || printer.likeness(pieces[at]!, owner) >= MIN_LIKENESS;
      judged[at] = { group, verdict: whole === 'owner' && !isLike ? 'probable' : whole };
    }
  }
  return judged;
}

function ofGroup(
  printer: VoicePrinter,
  group: VoicePrint,
  owner: VoicePrint,
  people: readonly VoicePrint[],
): OwnerVerdict {
  const likeness = printer.likeness(group, owner);
  const rival = Math.max(0, ...people.map((person) => printer.likeness(group, person)));
  const verdict = printer.judge(likeness - (group.seconds >= LONG_SECONDS ? SURE_MORE : 0));
  if (verdict === 'other' || rival >= likeness) return 'other';
  return verdict === 'sure' && rival <= CLOSE * likeness ? 'owner' : 'probable';
}
