/** The sound of conversations, for users who want the service to keep it. */
import { z } from 'zod';
import { Conflict, NotFound } from '../../core/errors.ts';
import { startPeriodic } from '../../core/periodic.ts';
import type { Periodic } from '../../core/periodic.ts';
import { Timestamp, UUID } from '../../core/wire.ts';
import { PEAK_MS } from '../../engines/audio/peaks.ts';
import { Success } from '../../kit/acknowledgement.ts';
import { userOf } from '../../kit/context.ts';
import type { PartlyRead } from '../../kit/route.ts';
import { includeOf } from '../../kit/external/record.ts';
import type { Context, Parts } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import * as sql from './audio.sql.ts';
import { soundContent } from './sound-reading.ts';
import type { AudioSettings } from './settings.ts';
import { selectKeepAudio, updateKeepAudio } from '../accounts/accounts.ts';
import { deleteWaitingSound } from '../conversations/recording/pending-words.ts';
import { findConversation } from '../conversations/conversation-lookup.ts';

/** The queries and changes of stored sound that other rooms may use. */
export { appendAudio, moveAudio, selectAudioFiles } from './audio.sql.ts';
export type { AudioFileRow } from './audio.sql.ts';

const GIB = 1024 ** 3;
const DAY_MS = 86_400_000;
const SWEEP_MS = 3_600_000;

const AudioFile = z
  .object({
    id: z.string().describe('The id of the file.'),
    channel: z.int().describe('0 is the owner’s microphone.'),
    started_at: Timestamp.describe('The time at which the sound begins.'),
    start: z.number().describe('Seconds from the start of the conversation; negative before it.'),
    seconds: z.number().describe('The length in seconds.'),
    size: z.int().describe('The size in bytes.'),
    content_type: z.literal('audio/ogg').describe('Always `audio/ogg`.'),
    url: z.string().describe('Path of the file on this service.'),
    peaks: z
      .array(z.int().min(0).max(255))
      .optional()
      .describe(
        `With \`include=peaks\`: the loudness of each ${PEAK_MS} ms, from 0 to 255; empty for sound ` +
          'that an older version kept.',
      ),
  })
  .meta({ id: 'AudioFile' });

const AudioChoice = z
  .object({
    keep: z.boolean().describe('True when the service keeps the sound of your conversations.'),
    allowed: z.boolean().describe('True when the operator of this service allows keeping sound.'),
    days: z.int().describe('The service deletes sound that is older than this number of days.'),
    kept_bytes: z.int().describe('The size of the kept sound, in bytes.'),
    most_bytes: z
      .int()
      .describe(
        'When the kept sound exceeds this number of bytes, the service deletes the oldest.',
      ),
  })
  .meta({ id: 'AudioChoice' });

const Id = z.object({ conversation_id: z.string() });

const listAudio = defineOperation({
  name: 'listConversationAudio',
  summary: 'List the sound of a conversation',
  description:
    'Returns an Ogg Opus file for each part without a gap. The list is empty unless the ' +
    'service keeps sound.',
  scope: 'conversations:read',
  effect: 'read',
  input: Id.extend({
    include: includeOf(['peaks'], '`peaks` adds the loudness of the sound, for drawing it.'),
  }),
  output: z.object({
    files: z.array(AudioFile).describe('The files, in the order of the speech.'),
  }),
  run: async (context, { conversation_id, include }) => {
    const { id, started_at, created_at } = await findConversation(context, conversation_id);
    const began = started_at ?? created_at;
    const peaks = include?.includes('peaks') ?? false;
    const rows = await sql.selectAudioFiles(context.db, userOf(context), id, { peaks });
    return {
      files: rows.map((row) => ({
        id: row.id,
        channel: row.channel,
        started_at: row.started_at.toISOString(),
        start: (row.started_at.getTime() - began.getTime()) / 1000,
        seconds: row.seconds,
        size: row.size,
        content_type: 'audio/ogg' as const,
        url: `/v1/conversations/${id}/audio/${row.id}`,
        ...(row.peaks && { peaks: [...row.peaks] }),
      })),
    };
  },
});

const hearAudio = defineOperation({
  name: 'hearConversationAudio',
  summary: 'Download the sound of a conversation',
  description: 'Returns an Ogg Opus file. Supports `Range` requests.',
  scope: 'conversations:read',
  effect: 'read',
  input: Id.extend({ audio_id: z.string() }),
  output: z.object({ content_type: z.string(), content: z.custom<Uint8Array | PartlyRead>() }),
  run: async (context, { conversation_id, audio_id }) => {
    const { id } = await findConversation(context, conversation_id);
    const key = { user_id: userOf(context), conversation_id: id, id: audio_id };
    const sound = UUID.test(audio_id) ? await sql.selectAudio(context.db, key) : undefined;
    if (!sound) throw new NotFound('Audio not found');
    return { content_type: 'audio/ogg', content: await soundContent(context.files, sound) };
  },
});

const deleteAudio = defineOperation({
  name: 'deleteConversationAudio',
  summary: 'Delete the sound of a conversation',
  description: 'The transcript is kept.',
  scope: 'conversations:write',
  effect: 'destroy',
  input: Id,
  output: Success,
  run: async (context, { conversation_id }) => {
    const { id } = await findConversation(context, conversation_id);
    await sql.deleteAudio(context.db, userOf(context), id);
    await deleteWaitingSound(context.db, userOf(context), id);
    return { success: true as const };
  },
});

export const hasRecording = defineOperation({
  name: 'getRecording',
  summary: 'Check if the sound of a conversation was kept',
  description: 'To get the addresses of the files, use `listConversationAudio`.',
  scope: 'conversations:read',
  effect: 'read',
  input: Id,
  output: z.object({
    has_recording: z.boolean().describe('True when the conversation has kept sound.'),
  }),
  run: async (context, { conversation_id }) => {
    const { id } = await findConversation(context, conversation_id);
    const files = await sql.selectAudioFiles(context.db, userOf(context), id);
    return { has_recording: files.length > 0 };
  },
});

/** Returns whether the service is allowed to keep the sound of this user. */
export async function keepsAudio(context: Context, { keep }: AudioSettings): Promise<boolean> {
  if (keep === 'off') return false;
  return (await selectKeepAudio(context.db, userOf(context))) ?? keep === 'on';
}

export function audioRoutes(settings: AudioSettings): Route[] {
  const choiceOf = async (context: Context) => ({
    keep: await keepsAudio(context, settings),
    allowed: settings.keep !== 'off',
    days: settings.days,
    kept_bytes: await sql.sumAudio(context.db, userOf(context)),
    most_bytes: Math.round(settings.gib * GIB),
  });
  const getChoice = defineOperation({
    name: 'getAudioChoice',
    summary: 'Check if the service keeps the sound of your conversations',
    description: 'Also returns the size of the kept sound.',
    scope: null,
    effect: 'read',
    input: z.object({}),
    output: AudioChoice,
    run: choiceOf,
  });
  const choose = defineOperation({
    name: 'chooseAudio',
    summary: 'Choose if the service keeps the sound of your conversations',
    description:
      'Applies from now on. Sound that is already kept stays until you delete it. `null` ' +
      'leaves the choice to the operator.',
    scope: null,
    effect: 'write',
    input: z.strictObject({
      keep: z
        .boolean()
        .nullable()
        .describe('True keeps sound, false does not; null leaves the choice to the operator.'),
    }),
    output: AudioChoice,
    run: async (context, { keep }) => {
      if (keep && settings.keep === 'off') {
        throw new Conflict('The operator of this service keeps no sound (SVC_KEEP_AUDIO=off).');
      }
      await updateKeepAudio(context.db, userOf(context), keep);
      return choiceOf(context);
    },
  });
  const credential = 'session';
  const path = '/v1/conversations/{conversation_id}/audio';
  const choice = '/v1/users/audio';
  return [
    route(getChoice, { method: 'GET', path: choice, credential }),
    route(choose, { method: 'PUT', path: choice, credential }),
    route(listAudio, { method: 'GET', path, credential }),
    route(hearAudio, { method: 'GET', path: `${path}/{audio_id}`, credential, answer: 'bytes' }),
    route(deleteAudio, { method: 'DELETE', path, credential }),
  ];
}

/**
 * Deletes sound that is too old or exceeds the limit, when the service starts and then once an
 * hour.
 */
export function startAudioRetention(parts: Parts, settings: AudioSettings): Periodic {
  return startPeriodic({
    name: 'retention of sound',
    everyMs: SWEEP_MS,
    log: parts.log,
    atOnce: true,
    run: () => deleteAudioOf(parts, settings),
  });
}

export async function deleteAudioOf(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  { days, gib }: AudioSettings,
): Promise<void> {
  const before = new Date(clock.now().getTime() - days * DAY_MS);
  await sql.deleteSurplusAudio(db, { before, most: Math.round(gib * GIB) });
}
