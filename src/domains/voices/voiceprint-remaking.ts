import { z } from 'zod';
import { defineJob } from '../../core/job.ts';
import { readWav } from '../../engines/audio/wav.ts';
import type { VoicePrinter } from '../../engines/voices/print.ts';
import { userOf } from '../../kit/context.ts';
import type { Parts } from '../../kit/context.ts';
import { work } from '../../kit/work.ts';
import type { Work } from '../../kit/work.ts';
import * as sql from './speech-profiles.sql.ts';

export const remakePrint = defineJob({
  name: 'speech-profile.remake',
  payload: z.object({ user_id: z.string() }),
  retryLimit: 5,
  retryDelaySeconds: 10,
  timeoutSeconds: 300,
});

/** Queues the jobs that make the voiceprints of a new model from the stored recordings. */
export async function queueRemaking(
  parts: Parts,
  { model }: Pick<VoicePrinter, 'model'>,
): Promise<void> {
  for (const user_id of await sql.selectOutdated(parts.db, model)) {
    await parts.jobs.enqueue(parts.db, remakePrint, { user_id });
  }
}

export function remakingWork(voices: VoicePrinter): Work {
  return work(remakePrint, async (context) => {
    const user_id = userOf(context);
    const recording = await sql.selectRecording(context.db, user_id);
    if (!recording) return;
    const print = await voices.read(readWav(recording.audio));
    const profile = { user_id, id: recording.id };
    if (print) return sql.updatePrint(context.db, profile, print);
    // The status then asks for another recording.
    await sql.updateProblems(context.db, profile, ['too_little_speech']);
  });
}
