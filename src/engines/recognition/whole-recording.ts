import { setTimeout as wait } from 'node:timers/promises';
import { SAMPLE_RATE } from './recogniser.ts';
import type { Recogniser } from './recogniser.ts';

/**
 * The maximum seconds of sound that wait in the recogniser; the rest is written as the recogniser
 * catches up.
 */
const MAX_WAITING_SECONDS = 20;
const LOOK_AGAIN_MS = 20;

/** Transcribes a short recording as a whole. Throws when the recogniser fails. */
export async function transcribe(
  recogniser: Recogniser,
  pcm: Int16Array,
  { language, signal }: { language: string; signal: AbortSignal },
): Promise<string> {
  const session = recogniser.open({ language });
  try {
    const texts: string[] = [];
    const listening = (async () => {
      for await (const event of session.events) {
        if (event.type === 'final') texts.push(event.utterance.text);
        else if (event.type === 'failed' || event.type === 'missed') throw new Error(event.detail);
      }
    })();
    listening.catch(() => {});
    for (let at = 0; at < pcm.length; at += SAMPLE_RATE) {
      session.write(pcm.subarray(at, at + SAMPLE_RATE));
      while (session.backlogSeconds() > MAX_WAITING_SECONDS)
        await wait(LOOK_AGAIN_MS, null, { signal });
    }
    await session.finish();
    await listening;
    return texts.join(' ');
  } finally {
    session.close();
  }
}
