/** Makes recordings of several voices, with their words and times for the scripted recogniser. */
import { joinedSound, silence } from '../../engines/audio/testing.ts';
import { speak } from '../../engines/audio/testing-speech.ts';
import type { FliteVoice } from '../../engines/audio/testing-speech.ts';
import type { ScriptedUtterance } from '../../engines/recognition/scripted-recogniser.ts';

const RATE = 16_000;
const PAUSE_SECONDS = 0.5;

export interface Spoken {
  pcm: Int16Array;
  utterances: ScriptedUtterance[];
}

/**
 * Each line has a voice, and the speaker number that a recogniser would return if it separates
 * speakers.
 */
export async function spoken(
  lines: readonly (readonly [voice: FliteVoice, text: string, speaker?: number])[],
): Promise<Spoken> {
  const parts: Int16Array[] = [];
  const utterances: ScriptedUtterance[] = [];
  let seconds = 0;
  for (const [voice, text, speaker] of lines) {
    const pcm = await speak(text, voice);
    const [start, end] = [seconds, seconds + pcm.length / RATE];
    utterances.push({ text, start, end, ...(speaker !== undefined && { speaker }) });
    parts.push(pcm, silence(PAUSE_SECONDS));
    seconds = end + PAUSE_SECONDS;
  }
  return { pcm: joinedSound(...parts), utterances };
}
