import type { Settings } from '../../core/setting.ts';
import type { Summariser } from '../../engines/summaries/summariser.ts';
import type { Maker, MakerResult } from '../../engines/understanding/maker.ts';
import { withoutDoubtfulWords } from '../../engines/understanding/without-doubtful-words.ts';
import { withoutSecrets } from '../../engines/understanding/without-secrets.ts';
import type { VoicePrinter } from '../../engines/voices/print.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { work } from '../../kit/work.ts';
import type { Work } from '../../kit/work.ts';
import { transaction } from '../../storage/transaction.ts';
import { replaceItemsOfConversation } from '../action-items/found-items.ts';
import {
  changeFactsByConversation,
  hearFactsAgain,
  rememberFromConversation,
} from '../memories/heard-memories.ts';
import { linkMeeting, meetingOf } from '../meetings/stored-meetings.ts';
import type { Photo } from '../conversations/photo.ts';
import { selectConversation } from '../conversations/conversations.ts';
import { folderByCategory } from '../conversations/filing.ts';
import type { ConversationRow } from '../conversations/conversations.ts';
import { selectSegments } from '../transcripts/named-segments.ts';
import type { SegmentRow } from '../transcripts/named-segments.ts';
import type { discardSettings, understandingSettings } from './settings.ts';
import {
  completeProcessing,
  failProcessing,
  processConversation,
  showRead,
} from '../conversations/lifecycle.ts';
import { areWorthKeeping, judgeAgain, streamPieces } from './stream-pieces.ts';
import { summariesOf, withResults } from './summaries.ts';
import type { Result } from './summaries.ts';
import { replaceSuggestions } from '../suggestions/found-suggestions.ts';
import { withKeptEvents } from '../suggestions/kept-events.ts';
import { withLaterWords } from './later-words.ts';
import { transcriptOf } from './maker-transcript.ts';
import { judgeWords } from './whose-words.ts';
import { MERGED, withoutWritten, withWritten } from '../conversations/written-fields.ts';

interface Options {
  /** Returns the maker that takes the draft of an assistant. */
  fromDraft(draft: object): Promise<Maker>;
  /** Computes voiceprints, which distinguish voices. */
  voices: VoicePrinter;
  summariser: Summariser;
  discard: Settings<typeof discardSettings>;
  understanding: Settings<typeof understandingSettings>;
}

/**
 * Runs the durable job behind the status `processing`, which understands a conversation after its
 * end.
 */
export function processingWork(
  maker: Maker,
  { fromDraft, summariser, discard, understanding, voices }: Options,
): Work {
  return work(
    processConversation,
    async (context, { conversation_id, attempt, is_judged_again }, { signal, last }) => {
      const row = await selectConversation(context.db, userOf(context), conversation_id);
      if (row?.status !== 'processing' || row.attempt !== attempt) return;
      try {
        const anyMaker = row.draft === null ? maker : await fromDraft(row.draft);
        const discreet = withoutSecrets(withoutDoubtfulWords(anyMaker));
        await judgeWords(context, voices, conversation_id);
        const segments = await selectSegments(context.db, userOf(context), [conversation_id]);
        const memories_of_each_kind = memoriesOf(segments, understanding.memoriesOfEachKind);
        const transcript = {
          ...(await transcriptOf(context, row, segments)),
          memories_of_each_kind,
        };
        const meeting = await meetingOf(context, conversation_id);
        const understood = await discreet.understand(transcript, {
          signal,
          meanwhile: (made) => showMeanwhile(context, row, titledBy(meeting, made)),
        });
        const whole = withGaps(withPhotos(understood, row, segments), row, segments);
        const titled = { ...whole, understanding: titledBy(meeting, whole.understanding) };
        const made = withWritten(titled, row);
        const isWeak = isDiscarded({ row, segments, made, discard });
        // Reads the neighbouring pieces only for a conversation that would be discarded. Most
        // conversations need no further query.
        const pieces = isWeak && segments.length > 0 ? await streamPieces(context, row) : [];
        const isWorthless =
          isWeak &&
          !(await areWorthKeeping(context, pieces, { row, maker: discreet, discard, signal }));
        const discarded = row.written.includes('discarded') ? row.discarded : isWorthless;
        const summaries = discarded
          ? NO_SUMMARIES
          : await summariesOf(context, summariser, { transcript, ...made.understanding }, signal);
        await keep(context, row, withCost(made, summaries), {
          discarded,
          meeting,
          apps_results: withResults(row.apps_results, withoutWritten(summaries.results, row)),
          // The facts of a draft stand beside those that the rules found before.
          memories_of_each_kind: memories_of_each_kind * (row.draft === null ? 1 : 2),
        });
        if (isWeak && !isWorthless && !is_judged_again) await judgeAgain(context, pieces);
      } catch (error) {
        context.log.error({ err: error, conversation_id, attempt, last }, 'processing failed');
        if (!last) throw error;
        const failure = 'The conversation could not be processed. Its words are safe; try again.';
        await failProcessing(context, { id: conversation_id, attempt, failure });
      }
    },
  );
}

/** In a short note, the user tells facts one after the other; in other talk, most are said by the way. */
const MAX_WORDS_OF_NOTE = 600;
const TIMES_OF_NOTE = 10;

/** Returns how many memories of each kind a conversation may get. */
function memoriesOf(segments: readonly { text: string; is_user: boolean }[], most: number): number {
  const words = segments.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
  const isNote = segments.every(({ is_user }) => is_user) && words <= MAX_WORDS_OF_NOTE;
  return isNote ? most * TIMES_OF_NOTE : most;
}

type Meeting = Awaited<ReturnType<typeof meetingOf>>;

/** A conversation in a meeting is named after it. */
const titledBy = (meeting: Meeting, made: MakerResult['understanding']) =>
  meeting ? { ...made, title: meeting.title } : made;

/** What was read stands while a language model is asked; tasks and memories come at the end. */
async function showMeanwhile(
  context: Context,
  row: ConversationRow,
  understanding: MakerResult['understanding'],
): Promise<void> {
  const { title, overview, category, emoji, events } = withWritten(
    { understanding, made_by: 'rules', fallback: null, model_calls: 0, model_tokens: 0 },
    row,
  ).understanding;
  const { id, attempt } = row;
  const set = { title, overview, category, emoji, events: JSON.stringify(events) };
  await showRead(context, { id, attempt, set });
}

/** Without any words, the title and the overview come from the photos. */
function withPhotos(
  made: MakerResult,
  { photos }: ConversationRow,
  segments: readonly SegmentRow[],
): MakerResult {
  const taken = (photos as Photo[]).filter(({ discarded }) => !discarded);
  if (segments.length > 0 || taken.length === 0) return made;
  const described = taken.map(({ description }) => description).filter((text) => text !== null);
  const understanding = {
    ...made.understanding,
    title: taken.length === 1 ? 'A photo' : `${taken.length} photos`,
    overview: described.join(' '),
    emoji: '📷',
  };
  return { ...made, understanding };
}

/** If sound was not transcribed, the title says so, and no summary is invented. */
function withGaps(
  made: MakerResult,
  { gaps, photos }: ConversationRow,
  segments: readonly SegmentRow[],
): MakerResult {
  if (segments.length > 0 || gaps.length === 0 || (photos as Photo[]).length > 0) return made;
  const understanding = { ...made.understanding, title: 'Not understood', overview: '' };
  return { ...made, understanding };
}

/**
 * Keeps long conversations, and conversations that the user ended. The maker decides about all
 * other conversations.
 */
function isDiscarded({
  row,
  segments,
  made,
  discard,
}: {
  row: ConversationRow;
  segments: readonly SegmentRow[];
  made: MakerResult;
  discard: Settings<typeof discardSettings>;
}): boolean {
  // A gap may contain anything, so the conversation is kept.
  if (row.gaps.length > 0) return false;
  if (segments.length === 0) return (row.photos as unknown[]).length === 0;
  if (row.forced) return false;
  const seconds = segments.at(-1)!.end_seconds - segments[0]!.start_seconds;
  if (seconds < discard.minSeconds) return true;
  const words = segments.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
  return words <= discard.minWords && made.understanding.worthless;
}

const NO_SUMMARIES = { results: [], model_calls: 0, model_tokens: 0 };

const withCost = (
  made: MakerResult,
  { model_calls, model_tokens }: { model_calls: number; model_tokens: number },
): MakerResult => ({
  ...made,
  model_calls: made.model_calls + model_calls,
  model_tokens: made.model_tokens + model_tokens,
});

/** Stores the result, its action items and its memories in one transaction. */
async function keep(
  context: Context,
  { id, attempt, written, started_at, created_at, language }: ConversationRow,
  { understanding, made_by, fallback, model_calls, model_tokens }: MakerResult,
  {
    discarded,
    meeting,
    apps_results,
    memories_of_each_kind,
  }: {
    discarded: boolean;
    meeting: Meeting;
    apps_results: readonly Result[];
    memories_of_each_kind: number;
  },
): Promise<void> {
  const { title, overview, category, emoji, action_items, memories } = understanding;
  const { changes = [], heard_again = [], perhaps = [] } = understanding;
  const found_by = (each: { found_by?: string }) => each.found_by ?? made_by;
  const events = understanding.events.map((event) => ({ ...event, found_by: found_by(event) }));
  await transaction(context.db, async (tx) => {
    const inside = { ...context, db: tx };
    const owned = await completeProcessing(inside, {
      id,
      attempt,
      set: {
        title,
        overview,
        category,
        emoji,
        events: JSON.stringify(await withKeptEvents(inside, id, events)),
        draft: null,
        understood_by: made_by,
        understood_note: fallback,
        model_calls,
        model_tokens,
        discarded,
        apps_results: JSON.stringify(apps_results),
        ...(!(discarded || written.includes('folder_id')) && {
          folder_id: folderByCategory(userOf(context), category),
        }),
      },
    });
    if (!owned || discarded) return;
    if (meeting) await linkMeeting(inside, id, meeting);
    const told = { id, started_at: started_at ?? created_at, made_by };
    const found = action_items.map((item) => ({ ...item, found_by: found_by(item) }));
    const keepsAll = written.includes(MERGED);
    await replaceItemsOfConversation(inside, id, found, { keepsAll });
    await changeFactsByConversation(inside, told, changes);
    await hearFactsAgain(inside, told, heard_again);
    const spoken = { ...told, language: (language ?? 'en').slice(0, 2).toLowerCase() };
    const facts = await withLaterWords(inside, spoken, memories);
    await rememberFromConversation(inside, told, facts, memories_of_each_kind);
    await replaceSuggestions(inside, { ...told, events, perhaps });
  });
}
