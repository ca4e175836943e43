/** Uploads of existing recordings; each file becomes a conversation. */
import { z } from 'zod';
import { hasFfmpeg } from '../../engines/audio/ffmpeg.ts';
import { probeRecording } from '../../engines/audio/recording-file.ts';
import { SAMPLE_RATE } from '../../engines/voice-activity/sample-rate.ts';
import { NotFound, Unavailable, Unrecognised } from '../../core/errors.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { FileOnDisk, uploaded } from '../../kit/upload.ts';
import { Geolocation, RecordingSource, Status } from '../conversations/conversation.ts';
import { selectByClientSession } from '../conversations/recording/client-sessions.ts';
import type { ConversationRow } from '../conversations/conversations.ts';
import { ClientSession, StartedAt } from '../conversation-creation/conversation-creation.ts';
import { begunAt } from '../../kit/external/record.ts';
import { beginProcessing } from '../conversations/lifecycle.ts';
import { findConversation, sessionOfRequest } from '../conversations/conversation-lookup.ts';
import type { Quotas } from '../quotas/quotas.ts';
import type { CatchUp } from './catch-up.ts';
import { SpokenLanguage } from '../devices/language.ts';

const MAX_HOURS = 24;

/** The metadata of a recording, the same for a form and for a resumable upload. */
export const RecordingFacts = z.object({
  started_at: StartedAt.describe(
    'The start of the recording. Default: the time in the file, else the current time minus ' +
      'the length of the recording.',
  ),
  language: SpokenLanguage,
  source: RecordingSource.default('unknown'),
  geolocation: Geolocation.nullish().describe(
    'The place of the recording; null when it is not known.',
  ),
  client_session_id: ClientSession.describe(
    'Your id for the recording; each id creates only one conversation.',
  ),
});
export type RecordingFacts = z.output<typeof RecordingFacts>;

export const RecordingUpload = z
  .object({
    conversation_id: z.string().describe('The conversation that the recording becomes.'),
    status: Status.describe('The status of the conversation.'),
    stage: z
      .enum(['waiting', 'writing_down', 'understanding', 'done', 'failed'])
      .describe('`waiting`: the service processes other recordings first.'),
    seconds: z.number().describe('The length of the recording in seconds.'),
    seconds_written_down: z.number().describe('The seconds that are transcribed so far.'),
    progress: z
      .number()
      .min(0)
      .max(1)
      .describe('The share of the recording that is transcribed, 0 to 1.'),
  })
  .meta({ id: 'RecordingUpload' });

export function uploadOperations({ catchUp, quotas }: { catchUp: CatchUp; quotas: Quotas }) {
  const uploadRecording = defineOperation({
    name: 'uploadRecording',
    summary: 'Upload a finished recording',
    description:
      'Takes WAV, MP3, M4A, Ogg, FLAC, WebM and other self-contained sound files, up to ' +
      '64 MiB and 24 hours. The service transcribes the recording like live speech, but ' +
      'faster than real time, and makes a conversation of it. Answers at once; use ' +
      '`getRecordingUpload` to follow the progress. For larger files and unstable ' +
      'networks, use the tus 1.0 protocol on the same address: `POST` with ' +
      '`Tus-Resumable` and `Upload-Length`, the fields as `Upload-Metadata`, then `PATCH` ' +
      'to the `Location`.',
    scope: 'listen',
    effect: 'write',
    waits: true,
    input: RecordingFacts.extend({ file: uploaded(FileOnDisk) }).meta({ id: 'RecordingForm' }),
    output: RecordingUpload,
    run: async (context, { file, ...facts }) => {
      await quotas.requireListening(context);
      return take(context, file, facts);
    },
  });

  const getRecordingUpload = defineOperation({
    name: 'getRecordingUpload',
    summary: 'Get the progress of an uploaded recording',
    description: 'Reports each step from the upload to the finished conversation.',
    scope: 'conversations:read',
    effect: 'read',
    input: z.object({ conversation_id: z.string() }),
    output: RecordingUpload,
    run: async (context, { conversation_id }) => {
      const row = await findConversation(context, conversation_id);
      const upload = progressOf(row);
      if (!upload) throw new NotFound('Conversation not found');
      return upload;
    },
  });

  async function take(
    context: Context,
    { path, name }: { path: string; name: string },
    { started_at, ...facts }: RecordingFacts,
  ): Promise<z.input<typeof RecordingUpload>> {
    const now = context.clock.now();
    const given = started_at ? begunAt('started_at', started_at, now) : null;
    const { seconds, made_at } = await factsOf(path);
    // The clock of a device may be wrong.
    const made = made_at && made_at <= now ? made_at : null;
    const began = given ?? made ?? new Date(now.getTime() - seconds * 1000);
    const id = context.newId();
    const folder = await catchUp.takeRecording(path, {
      user_id: userOf(context),
      codec: 'pcm16',
      sample_rate: SAMPLE_RATE,
      channels: 1,
      language: facts.language,
      recording: { conversation_id: id, spoken_at: began.getTime(), seconds },
      known: [],
      tries: 0,
      misses: 0,
    });
    const client_session_id = facts.client_session_id ?? sessionOfRequest(context);
    const isNew = await beginProcessing(context, {
      id,
      source: facts.source,
      language: facts.language,
      started_at: began,
      finished_at: new Date(began.getTime() + seconds * 1000),
      geolocation: facts.geolocation ?? null,
      external_data: { recording: { file_name: name, seconds } },
      client_session_id,
      forced: true,
      words_pending: true,
    });
    if (isNew) await catchUp.left(folder);
    else await catchUp.discard(folder);
    const known = isNew
      ? null
      : await selectByClientSession(context.db, userOf(context), client_session_id!);
    if (known?.status === 'deleted') throw new NotFound('Conversation not found');
    return progressOf(await findConversation(context, known?.id ?? id))!;
  }

  /** Returns null when the conversation is not an uploaded recording. */
  function progressOf(row: ConversationRow): z.input<typeof RecordingUpload> | null {
    const { recording } = (row.external_data ?? {}) as { recording?: { seconds: number } };
    if (!recording) return null;
    const { seconds } = recording;
    const isWritten = !row.words_pending && row.gaps.length === 0;
    const written = isWritten ? seconds : Math.min(seconds, catchUp.writtenDown(row.id) ?? 0);
    return {
      conversation_id: row.id,
      status: row.status,
      stage: stageOf(row, written),
      seconds,
      seconds_written_down: written,
      progress: written / seconds,
    };
  }

  return { uploadRecording, getRecordingUpload, take, quotas };
}

function stageOf(
  { status, words_pending }: ConversationRow,
  written: number,
): z.input<typeof RecordingUpload>['stage'] {
  if (status === 'failed') return 'failed';
  if (status !== 'processing') return 'done';
  if (!words_pending) return 'understanding';
  return written > 0 ? 'writing_down' : 'waiting';
}

async function factsOf(path: string): Promise<{ seconds: number; made_at: Date | null }> {
  if (!hasFfmpeg()) {
    throw new Unavailable('This server cannot read recordings: ffmpeg is not installed on it.');
  }
  const facts = await probeRecording(path);
  if (!facts) {
    throw new Unrecognised(
      'This file contains no sound that can be read. Supported formats are WAV, MP3, M4A, ' +
        'Ogg, FLAC and WebM.',
    );
  }
  if (facts.seconds > MAX_HOURS * 3600) {
    throw new Unrecognised(`A recording may be at most ${MAX_HOURS} hours long.`);
  }
  return facts;
}
