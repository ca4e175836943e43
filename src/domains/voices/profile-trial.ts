import { z } from 'zod';
import { speechIn } from '../../engines/audio/speech-in.ts';
import { userOf } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { FileOnDisk, uploaded } from '../../kit/upload.ts';
import { knownVoices, ownerVerdict, recogniseVoice } from './known-voices.ts';
import { busy, joinedSamples, notThere, profileSound } from './speech-profiles.ts';
import type { VoiceParts } from './speech-profiles.ts';
import { selectProfile } from './speech-profiles.sql.ts';

/** The rest of a longer recording is not used. */
const MOST_SECONDS = 60;

export function trySpeechProfile({ voiceActivity, voices }: VoiceParts) {
  return defineOperation({
    name: 'trySpeechProfile',
    summary: 'Test whether the service recognises your voice',
    description:
      'Compares a recording of one voice with your speech profile and with the voices of your ' +
      'people. Nothing is stored. Uses the first 60 seconds.',
    scope: null,
    effect: 'read',
    waits: true,
    input: z.object({ file: uploaded(FileOnDisk).describe('The recording.') }),
    output: z.object({
      verdict: z
        .enum(['you', 'probably_you', 'somebody_else', 'too_little_speech'])
        .describe(
          'The person who speaks. The service makes no memories from words that are only probably yours.',
        ),
    }),
    run: async (context, { file }) => {
      const profile = await selectProfile(context.db, userOf(context));
      if (!profile) throw notThere();
      const known = await knownVoices(context, voices, { withOwn: true });
      // A newer model has not yet made its voiceprint of the profile.
      if (profile.model !== voices.model) throw busy();
      const sound = await profileSound(file.path, MOST_SECONDS);
      const { pieces } = await speechIn(voiceActivity, sound);
      const print = await voices.read(joinedSamples(pieces)).catch((error: unknown) => {
        context.log.error({ err: error }, 'a voice could not be read');
        throw busy();
      });
      if (!print) return { verdict: 'too_little_speech' as const };
      return { verdict: VERDICTS[ownerVerdict(recogniseVoice(voices, known, print))] };
    },
  });
}

const VERDICTS = { owner: 'you', probable: 'probably_you', other: 'somebody_else' } as const;
