/**
 * Hears the kept sound of a conversation anew with a better recogniser than before. The new words
 * replace the old ones only if the sound is complete, the recogniser hears all of it, and the user
 * changes nothing meanwhile.
 */
import { SAMPLE_RATE } from '../../../engines/voice-activity/sample-rate.ts';
import type { Recogniser } from '../../../engines/recognition/recogniser.ts';
import type { VoicePrinter } from '../../../engines/voices/print.ts';
import { userOf } from '../../../kit/context.ts';
import type { Context } from '../../../kit/context.ts';
import { transaction } from '../../../storage/transaction.ts';
import { moveItemsToSegment } from '../../action-items/action-items.ts';
import { lockWithSegments, selectConversation } from '../../conversations/conversations.ts';
import type { ConversationRow } from '../../conversations/conversations.ts';
import { repeatProcessing } from '../../conversations/lifecycle.ts';
import { selectAudioFiles } from '../../recordings/audio.ts';
import type { AudioFileRow } from '../../recordings/audio.ts';
import { Voices } from '../../hearing/speakers/live-voices.ts';
import type { AssembledSegment, Heard } from '../../transcripts/segment-assembler.ts';
import { deleteSegments, insertWholeSegments, tellChanged } from '../../transcripts/segments.ts';
import { selectSegments } from '../../transcripts/named-segments.ts';
import type { NamedSegment } from '../../transcripts/named-segments.ts';
import { mayBeHeardAnew } from '../../understanding/renewal/renewal.ts';
import type { Renewers } from '../../understanding/renewal/renewal.ts';
import { deleteSpeakerPrints, upsertSpeakerPrints } from '../../voices/speaker-prints.ts';
import { upsertSegmentPrints } from '../../voices/segment-prints.ts';
import type { SegmentPrint } from '../../voices/segment-prints.ts';
import type { SpeakerPrint } from '../../voices/speaker-prints.ts';
import { KnownNames } from '../../vocabulary/known-names.ts';
import { LatePart } from '../late-part.ts';
import { hearBatch } from '../left-sound-recognition.ts';
import { AnewWords, assembled, withoutCopies, withVoices } from './anew-words.ts';
import { batchesOf, holdsWords, isWhole } from './kept-sound.ts';

/** With fewer words than this share of the old ones, the recogniser has missed something. */
const MIN_SHARE = 0.5;

interface HearAnewOptions {
  recogniser: Recogniser;
  /** Computes voiceprints, which distinguish voices. */
  voices: VoicePrinter;
  renewers: Renewers;
  /** Returns whether live sessions are waiting for the recogniser. */
  isBusy(): boolean;
  /** Aborts when the service ends. */
  signal: AbortSignal;
}

/** Returns true when the words were replaced, and the processing has begun. */
export async function hearAnew(
  context: Context,
  id: string,
  options: HearAnewOptions,
): Promise<boolean> {
  const { db } = context;
  const row = await selectConversation(db, userOf(context), id);
  if (!row?.started_at || !row.language) return false;
  const before = await heardSegments(context, id);
  const files = await selectAudioFiles(db, userOf(context), id);
  const began = row.started_at.getTime();
  if (!holdsWords(files, before, began)) return false;
  for (const file of files) if (!(await isWhole(context, file))) return false;
  const { heard, prints } = await hear(context, { id, language: row.language, files }, options);
  const by = options.recogniser.name;
  // Another recogniser takes over when the better one fails.
  if (heard.some(({ stt_provider }) => stt_provider !== by)) return false;
  const segments = assembled(heard, { newId: context.newId, began });
  if (countWords(segments) < MIN_SHARE * countWords(before)) return false;
  return replace(context, row, { segments, prints, by, renewers: options.renewers });
}

interface KeptSound {
  id: string;
  language: string;
  files: readonly AudioFileRow[];
}

/** Hears one microphone after the other. Throws when the recogniser fails. */
async function hear(
  context: Context,
  { id, language, files }: KeptSound,
  { recogniser, voices: printer, isBusy, signal }: HearAnewOptions,
): Promise<{ heard: Heard[]; prints: SpeakerPrint[] }> {
  const channels = Map.groupBy(files, ({ channel }) => channel);
  const goesOn = !recogniser.capabilities.diarization;
  const voices =
    channels.size === 1 ? new Voices(context, printer, { withOwn: true, goesOn }) : null;
  // A new id has no voiceprints, and none are stored for it: all are stored with the words.
  await voices?.begin(context.newId());
  const names = await KnownNames.read(context);
  const heard: Heard[] = [];
  for (const [channel, ofChannel] of channels) {
    const words = new AnewWords(id, voices, channel);
    const about = { codec: 'opus', sample_rate: SAMPLE_RATE, channels: 1, language };
    const over = new AbortController();
    const stop = AbortSignal.any([signal, over.signal]);
    const part = new LatePart({ about, recogniser, names, words, keeper: null, signal: stop });
    try {
      for (const file of ofChannel) {
        for await (const batch of batchesOf(context, file)) {
          await hearBatch(part, batch, { isBusy, signal });
        }
      }
      const { missed } = await part.finish();
      if (missed.length > 0) throw new Error('The recogniser crashed on a part of the sound.');
    } catch (error) {
      over.abort();
      await part.finish().catch(() => {});
      throw error;
    }
    heard.push(...words.heard);
  }
  return {
    heard: voices ? withVoices(heard, voices) : withoutCopies(heard),
    prints: voices?.speakerPrints ?? [],
  };
}

interface Replacement {
  segments: readonly AssembledSegment[];
  prints: readonly SpeakerPrint[];
  /** The name of the recogniser. */
  by: string;
  renewers: Renewers;
}

/** Returns false when the user changed something meanwhile. */
function replace(
  context: Context,
  { id, attempt, finished_at, started_at }: ConversationRow,
  { segments, prints, by, renewers }: Replacement,
): Promise<boolean> {
  const place = { user_id: userOf(context), conversation_id: id };
  return transaction(context.db, async (tx) => {
    const inside = { ...context, db: tx };
    await lockWithSegments(tx, place.user_id, [id]);
    const now = await selectConversation(tx, place.user_id, id);
    const isAsBefore = now?.attempt === attempt;
    if (!isAsBefore || !(await mayBeHeardAnew(tx, { ...renewers, ...place, id }))) return false;
    const before = await heardSegments(inside, id);
    await moveItems(inside, id, before, segments);
    const deleted = before.map((each) => each.id);
    await deleteSegments(tx, place, deleted);
    await insertWholeSegments(
      tx,
      segments.map((segment) => ({ ...segment, ...place, translations: [] })),
    );
    const numbers = [...new Set(before.map(({ speaker_id }) => speaker_id))];
    await deleteSpeakerPrints(tx, place, numbers);
    await upsertSpeakerPrints(tx, place, prints);
    await upsertSegmentPrints(tx, place, segments.flatMap(printOf));
    const changed = segments.map((each) => each.id);
    await tellChanged(inside, { conversation_id: id, changed, deleted });
    const end = started_at!.getTime() + 1000 * Math.max(...segments.map((s) => s.end_seconds));
    const set = {
      forced: true,
      stt_provider: by,
      finished_at: new Date(Math.max(end, finished_at?.getTime() ?? 0)),
    };
    return repeatProcessing(inside, { id, from: 'completed', set });
  });
}

/** Lets the tasks that stay refer to the segment in which their words are now. */
async function moveItems(
  context: Context,
  conversation_id: string,
  before: readonly NamedSegment[],
  after: readonly AssembledSegment[],
): Promise<void> {
  const moved = Map.groupBy(
    before,
    ({ start_seconds }) =>
      after.findLast((each) => each.start_seconds <= start_seconds)?.id ?? after[0]!.id,
  );
  for (const [to, segments] of moved) {
    const from = segments.map(({ id }) => id);
    await moveItemsToSegment(context, { conversation_id, from, to });
  }
}

/** Returns the segments that a recogniser heard; notes of the user have none. */
async function heardSegments(context: Context, id: string): Promise<NamedSegment[]> {
  const segments = await selectSegments(context.db, userOf(context), [id]);
  return segments.filter(({ stt_provider }) => stt_provider !== null);
}

function printOf({ id, print }: AssembledSegment): SegmentPrint[] {
  return print ? [{ segment_id: id, print }] : [];
}

function countWords(segments: readonly { text: string }[]): number {
  return segments.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
}
