import { judgeTalk } from '../../engines/voices/talk.ts';
import type { JudgedPiece } from '../../engines/voices/talk.ts';
import type { OwnerVerdict, VoicePrinter } from '../../engines/voices/print.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { transaction } from '../../storage/transaction.ts';
import { knownVoices } from '../voices/known-voices.ts';
import { learnVoices } from '../voices/speaker-prints.ts';
import { selectSegmentPrints } from '../voices/segment-prints.ts';
import { tellChanged } from '../transcripts/segments.ts';
import { selectSegments } from '../transcripts/named-segments.ts';
import type { NamedSegment } from '../transcripts/named-segments.ts';
import { updateVerdicts } from '../transcripts/segments.ts';
import type { JudgedSegment } from '../transcripts/segments.ts';

/**
 * Decides for a whole conversation which segments have the same voice, and which are certainly or
 * probably the owner's. During the conversation, each piece was compared alone. Segments that a user
 * assigned and segments without a voiceprint keep their speaker.
 */
export async function judgeWords(
  context: Context,
  printer: VoicePrinter,
  conversation_id: string,
): Promise<void> {
  const place = { user_id: userOf(context), conversation_id };
  const prints = await selectSegmentPrints(context.db, place, printer.model);
  if (prints.length === 0) return;
  const known = await knownVoices(context, printer, { withOwn: true });
  const owner = known.find(({ is_user }) => is_user)?.print ?? null;
  const people = known.filter(({ is_user }) => !is_user).map(({ print }) => print);
  const before = await selectSegments(context.db, place.user_id, [conversation_id]);
  const heard = inOrder(before, prints);
  const judged = judgeTalk(printer, { pieces: heard.map(({ print }) => print), owner, people });
  const byVoice = new Map(
    heard.map(({ segment_id, print: { seconds } }, at) => [
      segment_id,
      { ...judged[at]!, seconds },
    ]),
  );
  await transaction(context.db, async (tx) => {
    const inside = { ...context, db: tx };
    const now = await selectSegments(tx, place.user_id, [conversation_id]);
    const decided = decide(now, byVoice);
    const changed = await updateVerdicts(tx, place, decided);
    if (changed.length > 0) await tellChanged(inside, { conversation_id, changed, deleted: [] });
    const named = now.filter((each) => each.person_id !== null && each.voice_verdict === null);
    const speakers = [...new Set(named.map(({ speaker_id }) => speaker_id))];
    if (speakers.length > 0) {
      await learnVoices(tx, place, { speakers, now: context.clock.now() });
    }
  });
}

/** The speaker number of the owner during the conversation. */
const OWNER = 0;
/** The weight of a number that a user has given to a segment. */
const BY_HAND = 1_000;

interface Voiced extends JudgedPiece {
  seconds: number;
}

/** The voice check changes only segments without an assigned person. */
const isJudged = ({ voice_verdict, person_id }: NamedSegment): boolean =>
  voice_verdict !== null && person_id === null;

/** Returns the voiceprints in the order of speaking. */
function inOrder<Each extends { segment_id: string }>(
  segments: readonly NamedSegment[],
  prints: readonly Each[],
): Each[] {
  const places = new Map(segments.map(({ id }, at) => [id, at]));
  return prints
    .filter(({ segment_id }) => places.has(segment_id))
    .toSorted((a, b) => places.get(a.segment_id)! - places.get(b.segment_id)!);
}

/** Gives each voice one number, and a separate number to what is not surely the owner's. */
function decide(
  segments: readonly NamedSegment[],
  byVoice: ReadonlyMap<string, Voiced>,
): JudgedSegment[] {
  const verdicts = segments.map((segment) =>
    isJudged(segment)
      ? (byVoice.get(segment.id)?.verdict ?? null)
      : segment.is_user
        ? 'owner'
        : 'other',
  );
  const numbers = numbersOf(segments, byVoice);
  const decided: JudgedSegment[] = [];
  let stranger: number | undefined;
  for (const [at, segment] of segments.entries()) {
    const voice = byVoice.get(segment.id);
    const own = voice && numbers.of(voice);
    if (own !== undefined && own !== numbers.owner) stranger = own;
    if (!isJudged(segment)) continue;
    // Keeps the result of a segment that was compared before, when its voiceprint no longer exists.
    const isShort = !segment.voice_checked;
    const verdict = verdicts[at] ?? (isShort ? remark(verdicts, at) : null);
    if (verdict === null) continue;
    let speaker_id = own ?? segment.speaker_id;
    if (verdict === 'owner') speaker_id = numbers.owner;
    else if (!voice && verdict === 'other')
      speaker_id = stranger ?? numbers.firstStranger ?? speaker_id;
    if (verdict !== 'owner' && speaker_id === numbers.owner) speaker_id = numbers.fresh();
    decided.push({ id: segment.id, voice_verdict: verdict, speaker_id });
  }
  return decided;
}

/**
 * Chooses the number of each voice: the number that most of its speech had before, unless a voice
 * with more speech has it. So a conversation that was right keeps its numbers.
 */
function numbersOf(segments: readonly NamedSegment[], byVoice: ReadonlyMap<string, Voiced>) {
  let next = 1 + Math.max(0, ...segments.map(({ speaker_id }) => speaker_id));
  const owner = ownNumber(segments) ?? next++;
  const votes = new Map<number, Map<number, number>>();
  for (const segment of segments) {
    const voice = byVoice.get(segment.id);
    if (!voice || (isJudged(segment) && voice.verdict === 'owner')) continue;
    const ofVoice = votes.get(voice.group) ?? new Map<number, number>();
    votes.set(voice.group, ofVoice);
    const weight = isJudged(segment) ? voice.seconds : BY_HAND * voice.seconds;
    const number = segment.speaker_id;
    ofVoice.set(number, (ofVoice.get(number) ?? 0) + weight);
  }
  const taken = new Set([owner]);
  const chosen = new Map<number, number>();
  const wishes = [...votes]
    .flatMap(([group, ofVoice]) =>
      [...ofVoice].map(([number, weight]) => ({ group, number, weight })),
    )
    .toSorted((a, b) => b.weight - a.weight);
  for (const { group, number } of wishes) {
    if (chosen.has(group) || taken.has(number)) continue;
    chosen.set(group, number);
    taken.add(number);
  }
  for (const group of [...votes.keys()].toSorted((a, b) => a - b)) {
    if (!chosen.has(group)) chosen.set(group, next++);
  }
  return {
    owner,
    firstStranger: chosen.values().next().value,
    of: ({ group, verdict }: Voiced) => (verdict === 'owner' ? owner : chosen.get(group)),
    fresh: () => next++,
  };
}

/**
 * Returns the number of the certain or probable owner; null when the number belongs to somebody
 * else.
 */
function ownNumber(segments: readonly NamedSegment[]): number | null {
  const known = segments.find((each) => isJudged(each) && each.is_user);
  if (known) return known.speaker_id;
  return segments.some(({ speaker_id }) => speaker_id === OWNER) ? null : OWNER;
}

/**
 * Decides about a segment that is too short to compare: attributes it to the owner if nobody else
 * speaks in the conversation.
 */
function remark(verdicts: readonly (OwnerVerdict | null)[], at: number): OwnerVerdict {
  const known = verdicts.filter((verdict) => verdict !== null);
  if (known.every((verdict) => verdict === 'owner')) return 'owner';
  const before = verdicts.slice(0, at).findLast((verdict) => verdict !== null) ?? 'owner';
  const after = verdicts.slice(at + 1).find((verdict) => verdict !== null) ?? 'owner';
  return before === 'owner' && after === 'owner' ? 'probable' : 'other';
}
