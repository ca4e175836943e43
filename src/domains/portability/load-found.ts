/** Stores what the file of another service contains. */
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { idAt } from '../../core/ids.ts';
import { problemsOf, unusableText } from '../../kit/problems.ts';
import { readRowsOf } from '../../storage/archive/rows.ts';
import { transaction } from '../../storage/transaction.ts';
import { instantOf, isoDay, knownZone } from '../../engines/calendar/wall-clock.ts';
import { selectUser } from '../accounts/accounts.ts';
import { storeConversation } from '../conversation-creation/conversation-storing.ts';
import type { ConversationWithWords } from '../conversation-creation/conversation-storing.ts';
import { ensurePerson } from '../people/people.ts';
import { PersonName } from '../people/person.ts';
import { chatDaysOf } from '../transcripts/labels/chat-days.ts';
import { isOwner, numbersOf } from '../transcripts/speaker-labels.ts';
import { transcriptOfText } from '../transcripts/transcript-of-text.ts';
import type { Sourced } from './archive/load-archive.ts';
import { loadRecords } from './archive/load-archive.ts';
import type { Loading } from './archive/loading.ts';
import type { DescribedKind } from './archive/records/described.ts';
import type { Found, FoundKind, FoundTranscript } from './formats/found.ts';

/** The longest text of a transcript. */
const MAX_TEXT = 2_000_000;
const MAX_SPEAKER_LABEL = 40;
const DAY_MS = 86_400_000;

/** Stores all but the records that refer to conversations, which may be in other files. */
export async function loadFound(loading: Loading, format: string, found: Found): Promise<void> {
  const { report } = loading;
  for (const { kind, where, message } of found.misfits) {
    if (kind === null) report.note(where, message);
    else report.refuse(kind, where, message);
  }
  await loadFitting(loading, found.records);
  const user = await selectUser(loading.context.db, userOf(loading.context));
  for (const transcript of found.transcripts) {
    loading.signal.throwIfAborted();
    for (const part of await daysOf(loading, format, transcript, user)) {
      await loadTranscript(loading, format, part, user);
    }
    loading.progress();
  }
}

/** Stores the records that have the shape of ours. */
export async function loadFitting(
  loading: Loading,
  records: ReadonlyMap<FoundKind, readonly Sourced[]>,
): Promise<void> {
  await loadRecords(loading, (kind) => {
    const given = records.get(kind.name as FoundKind);
    return given ? fitting(loading, kind, given) : null;
  });
}

/** Yields the records that have the shape of ours; the report names the others. */
function* fitting(
  { report }: Loading,
  kind: DescribedKind,
  records: readonly Sourced[],
): Generator<Sourced> {
  for (const record of records) {
    const { error } = kind.shape.safeParse(record.row, { reportInput: true });
    const [problem] = error ? problemsOf(error) : unusableText(record.row);
    if (problem)
      report.refuse(kind.name, record.where, `${problem.loc.join('.')}: ${problem.msg}.`);
    else yield record;
  }
}

type User = Awaited<ReturnType<typeof selectUser>>;

interface Said {
  speaker_id: number;
  is_user: boolean;
  label: string | null;
  start: number;
  end: number;
  text: string;
}

/** The days of a chat that tells its days, each a conversation; any other transcript is one. */
async function daysOf(
  { context, report }: Loading,
  format: string,
  transcript: FoundTranscript,
  user: User,
): Promise<FoundTranscript[]> {
  const { where, cues, text, external_id, started_at } = transcript;
  if (cues || text.length > MAX_TEXT) return [transcript];
  const days = chatDaysOf(text);
  if (days === null) {
    report.note(
      where,
      'It is not certain what its dates mean, so its messages are one conversation.',
    );
  }
  // A chat of one day whose name or head has a time keeps it; so does what an earlier version stored.
  const isOne = !days || days.length === 0 || (days.length === 1 && started_at !== null);
  if (isOne || (await isStored(context, format, transcript))) return [transcript];
  const zone = knownZone(user?.timezone ?? 'UTC');
  return days.map(({ begun, text: words }) => ({
    ...transcript,
    where: `${where}, ${isoDay(begun)}`,
    external_id: `${external_id} ${isoDay(begun)}`,
    earlier_id: `${external_id} ${isoDay(begun)}`,
    started_at: instantOf(begun, zone),
    text: words,
    isChat: true,
  }));
}

async function loadTranscript(
  { context, report, save }: Loading,
  format: string,
  transcript: FoundTranscript,
  user: User,
): Promise<void> {
  const { where, name, external_id, text } = transcript;
  context.requireRoom();
  if (text.length > MAX_TEXT) {
    report.refuse('conversations', where, `The text has more than ${MAX_TEXT} characters.`);
    return;
  }
  const said = saidIn(transcript, user?.name ?? null);
  const now = context.clock.now();
  const isLater = transcript.started_at !== null && transcript.started_at > now;
  if (isLater) report.note(where, 'Its time is in the future. The time of the import was taken.');
  const started_at = isLater ? now : (transcript.started_at ?? now);
  const isHere = await isStored(context, format, transcript);
  const segments: ConversationWithWords['segments'][number][] = [];
  for (const { label, ...segment } of isHere ? [] : said) {
    segments.push({
      ...segment,
      person_id: segment.is_user ? null : await personOf(context, label),
    });
  }
  const seconds = Math.max(1, said.at(-1)?.end ?? 0);
  const conversation = {
    id: idAt(started_at),
    created_at: started_at,
    started_at,
    finished_at: new Date(started_at.getTime() + seconds * 1000),
    source: format,
    external_id,
    language: user?.language ?? 'en',
    geolocation: null,
    external_data: { file_name: name },
    client_session_id: null,
    forced: true,
  };
  const counts = await transaction(context.db, async (tx) => {
    const inside = { ...context, db: tx };
    const isNew = !isHere && (await storeConversation(inside, { conversation, segments }));
    const counts = isNew ? { created: 1 } : { unchanged: 1 };
    await save(tx, report.after('conversations', counts));
    return counts;
  });
  report.count('conversations', counts);
}

/** Two days may have the same words. Earlier versions took them for one. */
async function isStored(
  context: Context,
  source: string,
  { external_id, earlier_id, started_at }: FoundTranscript,
): Promise<boolean> {
  const stored = {
    table: 'conversations',
    columns: ['source', 'external_id', 'started_at'],
    key: ['id'],
  };
  const by = { column: 'external_id', values: [external_id, earlier_id], type: 'text' };
  const rows = await readRowsOf(context.db, userOf(context), stored, by);
  return rows.some((row) => {
    if (row['source'] !== source) return false;
    if (row['external_id'] === external_id || started_at === null) return true;
    const apart = (row['started_at'] as Date).getTime() - started_at.getTime();
    return Math.abs(apart) < DAY_MS;
  });
}

function saidIn({ cues, text, isChat }: FoundTranscript, userName: string | null): Said[] {
  if (!cues) return transcriptOfText(text, userName, isChat === true);
  const numbers = numbersOf(cues.map(({ speaker }) => speaker));
  return cues.map(({ start, end, speaker, text: words }) => ({
    start,
    end,
    text: words,
    label: speaker,
    is_user: isOwner(speaker, userName),
    speaker_id: numbers.get(speaker)!,
  }));
}

/** Returns the person with this name; adds the person if necessary. */
async function personOf(context: Context, label: string | null): Promise<string | null> {
  if (label === null || /^(?:speaker|unknown|guest)\b/i.test(label)) return null;
  const name = PersonName.safeParse(label.slice(0, MAX_SPEAKER_LABEL).toWellFormed());
  return name.success ? (await ensurePerson(context, name.data)).person.id : null;
}
