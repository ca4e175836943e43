import { z } from 'zod';
import { Invalid } from '../../core/errors.ts';
import type { Problem } from '../../core/errors.ts';
import { Moment, text } from '../../core/wire.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { begunAt, birthOf, externalInput, ExternalSource } from '../../kit/external/record.ts';
import { defineOperation } from '../../kit/operation.ts';
import { selectUser } from '../accounts/accounts.ts';
import { PersonName } from '../people/person.ts';
import { ensurePerson, knownPeople } from '../people/people.ts';
import { Geolocation, RecordingSource } from '../conversations/conversation.ts';
import { Seconds } from '../transcripts/segment.ts';
import type { NewConversation } from '../conversations/lifecycle.ts';
import { sessionOfRequest } from '../conversations/conversation-lookup.ts';
import { transcriptOfText } from '../transcripts/transcript-of-text.ts';
import type { TextSegment } from '../transcripts/transcript-of-text.ts';
import { createOnce, CreatedConversation } from './conversation-storing.ts';
import type { ConversationWithWords } from './conversation-storing.ts';

const TEXT_MINUTES = 5;

export const StartedAt = Moment.nullish().describe(
  'The start of the conversation. Relative dates such as "tomorrow" count from this time.',
);
const Language = text({ min: 1, max: 20 })
  .optional()
  .describe('ISO 639-1, such as `en`. Default: the language of the account, else `en`.');

export const ClientSession = text({ min: 1, max: 200 }).nullish();

const Place = Geolocation.nullish().describe(
  'The place of the conversation; null when it is not known.',
);

export const FromText = z
  .strictObject({
    text: text({ min: 1, max: 100_000, blank: 'text cannot be empty' }).describe('The whole text.'),
    text_source: z
      .enum(['audio_transcript', 'message', 'other_text'])
      .default('other_text')
      .describe('The kind of the text.'),
    text_source_spec: text({ max: 500 })
      .nullish()
      .describe('The origin of the text, in your words.'),
    started_at: StartedAt,
    finished_at: Moment.nullish().describe(
      `Default: the end of the words, at least ${TEXT_MINUTES} minutes after the start.`,
    ),
    language: Language,
    geolocation: Place,
    client_session_id: ClientSession.describe(
      'Your id for the conversation; each id creates only one.',
    ),
    ...externalInput,
    source: ExternalSource.default('external_integration').describe(
      'The program or service from which the text comes.',
    ),
  })
  .meta({ id: 'ConversationCreate' });

export const createConversation = defineOperation({
  name: 'createConversation',
  summary: 'Create a conversation from text',
  description:
    'Takes a note, a message, or a written transcript with lines such as `Ana: Hello`. ' +
    'The names in an `audio_transcript` or a `message` become people. The service writes ' +
    'a title and an overview, finds action items and events, and stores facts about the ' +
    'user as memories. The answer is usually `completed`; with a slow language model, it ' +
    'may be `processing`.',
  scope: 'conversations:write',
  effect: 'write',
  waits: true,
  input: FromText,
  output: CreatedConversation,
  run: async (context, input) =>
    createOnce(context, await conversationOfText(context, input, sessionOfRequest(context))),
});

/** Returns the conversation of a text. People named in a transcript are added. */
export async function conversationOfText(
  context: Context,
  { text: words, text_source, text_source_spec, ...given }: z.output<typeof FromText>,
  session: string | null,
): Promise<ConversationWithWords> {
  const started_at = startOf(context, given);
  const user = await selectUser(context.db, userOf(context));
  const isTranscript = text_source !== 'other_text';
  const said = transcriptOfText(words, user?.name ?? null, isTranscript);
  const seconds = Math.max(TEXT_MINUTES * 60, said.at(-1)?.end ?? 0);
  const conversation: NewConversation = {
    ...externalOf(context, given),
    source: given.source,
    language: given.language ?? user?.language ?? 'en',
    started_at,
    finished_at: finishOf(given.finished_at, started_at, seconds),
    geolocation: given.geolocation ?? null,
    external_data: { text: words, text_source, text_source_spec: text_source_spec ?? null },
    client_session_id: given.client_session_id ?? session,
    forced: true,
  };
  const people = await peopleOf(context, said);
  const segments = said.map(({ label, ...segment }) => ({
    ...segment,
    person_id: (label !== null && people.get(label)) || null,
  }));
  return { conversation, segments };
}

async function languageOf(context: Context): Promise<string> {
  return (await selectUser(context.db, userOf(context)))?.language ?? 'en';
}

/** Without a start time, the conversation began when it was created in its source. */
function startOf(
  context: Context,
  { started_at, created_at }: Pick<z.output<typeof FromText>, 'started_at' | 'created_at'>,
): Date {
  const now = context.clock.now();
  if (started_at) return begunAt('started_at', started_at, now);
  return created_at ? new Date(created_at) : now;
}

function externalOf(
  context: Context,
  given: Pick<z.output<typeof FromText>, 'external_id' | 'metadata' | 'created_at'>,
) {
  const { id, created_at } = birthOf(context, given.created_at);
  const { external_id = null, metadata = null } = given;
  return { id, created_at, external_id, metadata };
}

/** Labels that do not name a person. */
const NOBODY =
  /^(?:speaker|unknown|guest|participant|person|from|to|cc|bcc|subject|date|sent|re|fwd?|notes?|to-?do|ps)\b/i;

/** Returns the people who are named in a transcript. Unknown people are added. */
async function peopleOf(
  context: Context,
  said: readonly TextSegment[],
): Promise<ReadonlyMap<string, string>> {
  const labels = said.flatMap(({ label, is_user }) => (is_user || label === null ? [] : [label]));
  const people = new Map<string, string>();
  for (const label of new Set(labels)) {
    const name = PersonName.safeParse(label);
    if (!name.success || NOBODY.test(label)) continue;
    people.set(label, (await ensurePerson(context, name.data)).person.id);
  }
  return people;
}

const SegmentIn = z
  .strictObject({
    text: text({ max: 10_000 }).describe('The words of the segment.'),
    speaker: text({ max: 40 }).default('SPEAKER_00').describe('A label such as `SPEAKER_01`.'),
    speaker_id: z.int().min(0).max(999).nullish().describe('Default: the number in `speaker`.'),
    is_user: z.boolean().default(false).describe('True for words of the owner of the account.'),
    person_id: z.uuid().nullish().describe('A person that the user knows.'),
    start: Seconds,
    end: Seconds,
  })
  .meta({ id: 'SegmentCreate' });

export const FromSegments = z
  .strictObject({
    transcript_segments: z
      .array(SegmentIn)
      .min(1)
      .max(500)
      .describe('The transcript, in the order of the speech.'),
    source: RecordingSource.default('phone'),
    started_at: StartedAt,
    finished_at: Moment.nullish().describe('Default: the end of the last segment.'),
    language: Language,
    geolocation: Place,
    client_session_id: ClientSession.describe(
      'Your id for the recording; each id creates only one conversation.',
    ),
    client_conversation_id: ClientSession.describe('Alias of `client_session_id`.'),
    session_id: ClientSession.describe('Alias of `client_session_id`.'),
    client_id: ClientSession.describe('Alias of `client_session_id`.'),
    client_device_id: text({ max: 200 })
      .nullish()
      .describe('The id of the recording device, for `external_data`; null when it is not known.'),
    client_platform: text({ max: 200 })
      .nullish()
      .describe(
        'The system of the recording device, for `external_data`; null when it is not known.',
      ),
    external_id: externalInput.external_id,
    metadata: externalInput.metadata,
    created_at: externalInput.created_at,
  })
  .meta({ id: 'ConversationFromSegments' });

export const createConversationFromSegments = defineOperation({
  name: 'createConversationFromSegments',
  summary: 'Create a conversation from a transcript',
  description:
    'The service creates one conversation per `client_session_id`. A repeated request ' +
    'gets the stored conversation; the status `deleted` if the user has deleted it; or ' +
    '409 while the service processes it.',
  scope: 'conversations:write',
  effect: 'write',
  waits: true,
  input: FromSegments,
  output: CreatedConversation,
  run: async (context, input) =>
    createOnce(context, await conversationOfSegments(context, input, sessionOfRequest(context))),
});

/** Returns the conversation of a transcript. Throws for invalid segments. */
export async function conversationOfSegments(
  context: Context,
  { transcript_segments, ...given }: z.output<typeof FromSegments>,
  session: string | null,
): Promise<ConversationWithWords> {
  await refuseImpossible(context, transcript_segments);
  const name =
    given.client_session_id ?? given.client_conversation_id ?? given.session_id ?? given.client_id;
  const started_at = startOf(context, given);
  const seconds = Math.max(...transcript_segments.map(({ end }) => end));
  const { client_device_id, client_platform } = given;
  const conversation: NewConversation = {
    ...externalOf(context, given),
    source: given.source,
    language: given.language ?? (await languageOf(context)),
    started_at,
    finished_at: finishOf(given.finished_at, started_at, seconds),
    geolocation: given.geolocation ?? null,
    external_data:
      client_device_id || client_platform ? { client_device_id, client_platform } : null,
    client_session_id: name ?? session,
    forced: false,
  };
  const segments = transcript_segments.map(({ speaker, speaker_id, person_id, ...rest }) => ({
    ...rest,
    text: rest.text.trim(),
    speaker_id: speaker_id ?? Number(/\d+$/.exec(speaker)?.[0] ?? 0),
    person_id: person_id ?? null,
  }));
  return { conversation, segments };
}

function finishOf(given: string | null | undefined, started_at: Date, seconds: number): Date {
  const finished_at = given ? new Date(given) : new Date(started_at.getTime() + seconds * 1000);
  if (given && finished_at <= started_at)
    throw new Invalid('finished_at must be after started_at.');
  return finished_at;
}

async function refuseImpossible(
  context: Context,
  segments: readonly z.output<typeof SegmentIn>[],
): Promise<void> {
  const named = segments.flatMap(({ person_id }) => person_id ?? []);
  const people = await knownPeople(context, named);
  const problems = segments.flatMap(({ text: words, start, end, person_id }, index) => {
    const problem = (field: string, msg: string): Problem => ({
      loc: ['transcript_segments', index, field],
      msg,
      type: 'value_error',
    });
    const isUnknown = typeof person_id === 'string' && !people.has(person_id.toLowerCase());
    return [
      words.trim() === '' && problem('text', `Segment ${index}: text cannot be empty`),
      start < 0 && problem('start', `Segment ${index}: start time cannot be negative`),
      end <= start && problem('end', `Segment ${index}: end time must be after start time`),
      isUnknown && problem('person_id', `Segment ${index}: Person not found`),
    ].filter((each) => each !== false);
  });
  if (problems.length > 0) throw new Invalid('Some segments are invalid.', problems);
}
