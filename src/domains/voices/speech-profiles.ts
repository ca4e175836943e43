import { z } from 'zod';
import { NotFound, Unavailable, Unrecognised } from '../../core/errors.ts';
import { readRecordingFile, UnreadableRecording } from '../../engines/audio/recording-file.ts';
import { SAMPLE_RATE } from '../../engines/voice-activity/sample-rate.ts';
import { speechIn } from '../../engines/audio/speech-in.ts';
import type { FoundSpeech } from '../../engines/audio/speech-in.ts';
import type { VoiceActivity } from '../../engines/voice-activity/voice-activity.ts';
import { writeWav } from '../../engines/audio/wav.ts';
import type { VoicePrinter } from '../../engines/voices/print.ts';
import { judgeRecording } from '../../engines/voices/quality.ts';
import type { QualityProblem } from '../../engines/voices/quality.ts';
import { UUID } from '../../core/wire.ts';
import { StatusOk, Success } from '../../kit/acknowledgement.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation, NoInput } from '../../kit/operation.ts';
import { FileOnDisk, uploaded } from '../../kit/upload.ts';
import { deleteVoicesOf } from './prints.sql.ts';
import { notesOf, ProfileStatus, UploadedProfile } from './speech-profile.ts';
import * as sql from './speech-profiles.sql.ts';

export interface VoiceParts {
  voiceActivity: VoiceActivity;
  voices: VoicePrinter;
  /** The public address of this service, without a trailing slash. */
  site(): string;
}

const [SHORTEST_SECONDS, LONGEST_SECONDS] = [5, 180];
export const RECORDING_PATH = '/v3/speech-profile/recordings/{recording_id}';
const EMPTY = 'Audio is empty';

export function uploadSpeechProfile({ voiceActivity, voices, site }: VoiceParts) {
  return defineOperation({
    name: 'uploadSpeechProfile',
    summary: 'Upload a recording of your voice',
    description:
      'Takes a recording of your voice alone, 5 to 180 seconds long, as WAV or, if ffmpeg ' +
      'is installed, in any format that ffmpeg reads. The service removes silence and ' +
      'keeps the rest, so that a better model can compute your voiceprint again. The new ' +
      'recording replaces the previous one. From then on, only words in this voice count ' +
      'as yours in live conversations.',
    scope: null,
    effect: 'write',
    waits: true,
    input: z.object({ file: uploaded(FileOnDisk).describe('The recording.') }),
    output: UploadedProfile,
    run: async (context, { file }) => {
      const found = await speechIn(voiceActivity, await recordingOf(file.path));
      const speech = joinedSamples(found.pieces);
      const { print, problems } = await judged(voices, speech, { context, found });
      const id = context.newId();
      const seconds = secondsOf(speech);
      const profile = {
        user_id: userOf(context),
        id,
        audio: writeWav(speech),
        seconds,
        problems,
        created_at: context.clock.now(),
      };
      await sql.upsertProfile(context.db, profile, print);
      return { url: urlOf(site, id), duration_seconds: seconds, ...notesOf(problems) };
    },
  });
}

export const hasSpeechProfile = defineOperation({
  name: 'hasSpeechProfile',
  summary: 'Check if a recording of your voice exists',
  description:
    'Without a recording, the service may treat everything that your device hears as your words.',
  scope: null,
  effect: 'read',
  input: NoInput,
  output: z.object({
    has_profile: z.boolean().describe('True when there is a recording of your voice.'),
  }),
  run: async (context) => ({ has_profile: (await profileOf(context)) !== undefined }),
});

export function getSpeechProfile({ site }: VoiceParts) {
  return defineOperation({
    name: 'getSpeechProfile',
    summary: 'Get the address of the recording of your voice',
    description: 'The address is null when there is no recording.',
    scope: null,
    effect: 'read',
    input: NoInput,
    output: z.object({
      url: z.string().nullable().describe('The address of the recording; null without one.'),
    }),
    run: async (context) => {
      const profile = await profileOf(context);
      return { url: profile ? urlOf(site, profile.id) : null };
    },
  });
}

export function getSpeechProfileStatus({ site }: VoiceParts) {
  return defineOperation({
    name: 'getSpeechProfileStatus',
    summary: 'Get the state and the quality of your speech profile',
    description: 'Describes each problem of the recording in a sentence.',
    scope: null,
    effect: 'read',
    input: NoInput,
    output: ProfileStatus,
    run: async (context) => {
      const profile = await profileOf(context);
      const none = { duration_seconds: null, url: null, quality: null, problems: [], model: null };
      if (!profile) return { has_profile: false, sample_count: 0, ...none };
      return {
        has_profile: true,
        sample_count: 1,
        duration_seconds: profile.seconds,
        url: urlOf(site, profile.id),
        model: profile.model,
        ...notesOf(profile.problems as QualityProblem[]),
      };
    },
  });
}

export const hearSpeechProfile = defineOperation({
  name: 'hearSpeechProfile',
  summary: 'Download the recording of your voice',
  description: 'Returns a WAV file at 16 kHz, without the silence of the original.',
  scope: null,
  effect: 'read',
  input: z.object({ recording_id: z.string() }),
  output: z.object({ content_type: z.string(), content: z.custom<Uint8Array>() }),
  run: async (context, { recording_id }) => {
    const recording = await sql.selectRecording(context.db, userOf(context));
    if (recording?.id !== recording_id) throw notThere();
    return { content_type: 'audio/wav', content: recording.audio };
  },
});

export const deleteSpeechProfile = defineOperation({
  name: 'deleteSpeechProfile',
  summary: 'Delete the recording of your voice, and its voiceprint',
  description: 'Existing segments keep their speakers.',
  scope: null,
  effect: 'destroy',
  input: NoInput,
  output: Success,
  run: async (context) => {
    if (!(await sql.deleteProfile(context.db, userOf(context)))) throw notThere();
    return { success: true as const };
  },
});

export const listSpeechSamples = defineOperation({
  name: 'listSpeechSamples',
  summary: 'List further recordings of your voice, from conversations',
  description:
    'The list is always empty. The service keeps voiceprints from conversations, but no sound.',
  scope: null,
  effect: 'read',
  input: NoInput,
  output: z.array(z.string()),
  run: async () => [],
});

export const deleteSpeechSample = defineOperation({
  name: 'deleteSpeechSample',
  summary: 'Delete voice data from a conversation',
  description:
    'Deletes the voice data of one person, or without `person_id` of all people in the ' +
    'conversation. Segments stay assigned to their people.',
  scope: null,
  effect: 'destroy',
  input: z.object({
    memory_id: z.string().describe('The id of the conversation.'),
    segment_idx: z.int().min(0).optional().describe('Accepted for older clients; has no effect.'),
    person_id: z.string().optional(),
  }),
  output: StatusOk,
  run: async (context, { memory_id, person_id }) => {
    const place = { user_id: userOf(context), conversation_id: memory_id };
    const isKnown = UUID.test(memory_id) && (person_id === undefined || UUID.test(person_id));
    if (!isKnown || !(await deleteVoicesOf(context.db, place, person_id))) {
      throw new NotFound('Speech sample not found');
    }
    return { status: 'ok' as const };
  },
});

async function recordingOf(path: string): Promise<Int16Array> {
  // Reads slightly more than the limit, to detect longer recordings.
  const pcm = await profileSound(path, LONGEST_SECONDS + 1);
  const seconds = secondsOf(pcm);
  if (seconds < SHORTEST_SECONDS || seconds > LONGEST_SECONDS) {
    throw new Unrecognised(
      `The recording must be ${SHORTEST_SECONDS} to ${LONGEST_SECONDS} seconds long.`,
    );
  }
  return pcm;
}

export function profileSound(path: string, maxSeconds: number): Promise<Int16Array> {
  return readRecordingFile(path, { maxSeconds }).catch((error) => {
    throw error instanceof UnreadableRecording ? new Unrecognised(error.message) : error;
  });
}

async function judged(
  voices: VoicePrinter,
  speech: Int16Array,
  { context, found }: { context: Context; found: FoundSpeech },
) {
  if (speech.length === 0) throw new Unrecognised(EMPTY);
  const result = await judgeRecording(voices, speech, found).catch((error: unknown) => {
    context.log.error({ err: error }, 'a voice could not be read');
    throw busy();
  });
  if (!result)
    throw new Unrecognised('The recording contains too little speech. Record some sentences.');
  return result;
}

export function joinedSamples(pieces: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

function secondsOf(pcm: Int16Array): number {
  return Math.round((100 * pcm.length) / SAMPLE_RATE) / 100;
}

function profileOf(context: Context): Promise<sql.ProfileRow | undefined> {
  return sql.selectProfile(context.db, userOf(context));
}

function urlOf(site: () => string, id: string): string {
  return site() + RECORDING_PATH.replace('{recording_id}', id);
}

export function busy(): Unavailable {
  return new Unavailable('The voice cannot be analysed right now. Try again in a moment.');
}

export function notThere(): NotFound {
  return new NotFound('Speech profile not found');
}
