import type { Person } from '../../../client/src/index.ts';
import * as m from '../paraglide/messages.js';

/** With less speech, a voice is not recognised. */
const ENOUGH_SECONDS = 10;

/** Describes in words how well the service knows the voice of a person. */
export function voiceOf({ voice_seconds }: Person): string {
  if (voice_seconds === 0) return m.voice_unknown();
  const seconds = Math.round(voice_seconds);
  return seconds < ENOUGH_SECONDS ? m.voice_little({ seconds }) : m.voice_known({ seconds });
}
