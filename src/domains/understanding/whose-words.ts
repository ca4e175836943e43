import type { OwnerVerdict, VoicePrinter } from '../../engines/voices/print.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { transaction } from '../../storage/transaction.ts';
import { knownVoices } from '../voices/known-voices.ts';
import { learnVoices } from '../voices/heard-voices.ts';
import { selectSegmentPrints } from '../voices/heard-voices.ts';
import { tellChanged } from '../transcripts/segments.ts';
import { selectSegments } from '../transcripts/segments.ts';
import type { NamedSegment } from '../transcripts/segments.ts';
import { updateVerdicts } from '../transcripts/segments.ts';
import type { JudgedSegment } from '../transcripts/segments.ts';

/**
 * Decides for a whole conversation which segments are certainly or probably the owner's. During the
 * conversation, each piece was compared alone. Segments that a user assigned and segments without a
 * voiceprint keep their speaker.
 */
export async function judgeWords(
  context: Context,
  printer: VoicePrinter,
  conversation_id: string,
): Promise<void> {
  if (!printer.judgeTalk) return;
  const place = { user_id: userOf(context), conversation_id };
  const prints = await selectSegmentPrints(context.db, place, printer.model);
  if (prints.length === 0) return;
  const known = await knownVoices(context, printer, { withOwn: true });
  const owner = known.find(({ is_user }) => is_user)?.print;
  if (!owner) return;
  const people = known.filter(({ is_user }) => !is_user).map(({ print }) => print);
  const segments = await selectSegments(context.db, place.user_id, [conversation_id]);
  const judged = new Set(segments.filter(isJudged).map(({ id }) => id));
  const heard = prints.filter(({ segment_id }) => judged.has(segment_id));
  const pieces = heard.map(({ print }) => print);
  const verdicts = await printer.judgeTalk({ pieces, owner, people });
  const byVoice = new Map(heard.map(({ segment_id }, at) => [segment_id, verdicts[at]!]));
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

/** The voice check changes only segments without an assigned person. */
const isJudged = ({ voice_verdict, person_id }: NamedSegment): boolean =>
  voice_verdict !== null && person_id === null;

/** Gives a separate number to a speaker who turned out not to be the owner. */
function decide(
  segments: readonly NamedSegment[],
  byVoice: ReadonlyMap<string, OwnerVerdict>,
): JudgedSegment[] {
  const verdicts = segments.map((segment) =>
    isJudged(segment) ? (byVoice.get(segment.id) ?? null) : segment.is_user ? 'owner' : 'other',
  );
  let next = 1 + Math.max(0, ...segments.map(({ speaker_id }) => speaker_id));
  const own = ownNumber(segments) ?? next++;
  const decided: JudgedSegment[] = [];
  for (const [at, segment] of segments.entries()) {
    if (!isJudged(segment)) continue;
    // Keeps the result of a segment that was compared before, when its voiceprint no longer exists.
    const isShort = !segment.voice_checked;
    const verdict = verdicts[at] ?? (isShort ? remark(verdicts, at) : null);
    if (verdict === null) continue;
    let { speaker_id } = segment;
    if (verdict === 'owner') speaker_id = own;
    else if (speaker_id === own) speaker_id = next++;
    decided.push({ id: segment.id, voice_verdict: verdict, speaker_id });
  }
  return decided;
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
