import { z } from 'zod';
import { orNull } from '../../core/wire.ts';
import type { QualityProblem } from '../../engines/voices/quality.ts';

/** The advice to the user for each problem: what is wrong, and how to fix it. */
const ADVICE: Record<QualityProblem, string> = {
  too_little_speech:
    'The recording has less than 10 seconds of speech. Record some more sentences.',
  too_quiet: 'The voice is very quiet. Come closer to the microphone.',
  clipped: 'The recording is clipped at its loudest parts. Move away from the microphone a little.',
  too_noisy: 'The recording has much background noise. Record it in a quieter place.',
  two_voices: 'The recording seems to contain two voices. Record it again, alone.',
};

const QualityNote = z
  .object({
    kind: z
      .enum(Object.keys(ADVICE) as [QualityProblem, ...QualityProblem[]])
      .describe('The kind of problem.'),
    message: z
      .string()
      .describe('The problem and how to solve it.')
      .meta({ examples: [ADVICE.too_quiet] }),
  })
  .meta({ id: 'SpeechProfileProblem' });

/** The suitability of the recording as a model of the voice. */
const quality = {
  quality: z
    .enum(['good', 'poor'])
    .describe('The service also uses a `poor` recording. `problems` explains how to improve it.'),
  problems: z.array(QualityNote).describe('The problems of the recording; empty for a good one.'),
};

export const UploadedProfile = z
  .object({
    url: z.string().describe('The address of the recording. Only you can open it.'),
    duration_seconds: z
      .number()
      .describe('Seconds of speech in the recording, without the silence.'),
    ...quality,
  })
  .meta({ id: 'UploadedSpeechProfile' });

export const ProfileStatus = z
  .object({
    has_profile: z.boolean().describe('True when there is a recording of your voice.'),
    duration_seconds: z.number().nullable().describe('Seconds of speech; null without a profile.'),
    sample_count: z.int().describe('The number of recordings: one or zero.'),
    url: z.string().nullable().describe('The address of the recording; null without one.'),
    quality: orNull(quality.quality, 'Null without a recording.'),
    problems: quality.problems,
    model: z.string().nullable().describe('The model that made the voiceprint; null without one.'),
  })
  .meta({ id: 'SpeechProfileStatus' });

export function notesOf(problems: readonly QualityProblem[]): {
  quality: 'good' | 'poor';
  problems: { kind: QualityProblem; message: string }[];
} {
  return {
    quality: problems.length === 0 ? 'good' : 'poor',
    problems: problems.map((kind) => ({ kind, message: ADVICE[kind] })),
  };
}
