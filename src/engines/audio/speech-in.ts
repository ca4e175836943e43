import { Segmenter } from './segmenter.ts';
import { loudness } from '../voice-activity/frames.ts';
import type { VoiceActivity } from '../voice-activity/voice-activity.ts';

/** These settings avoid a cut at every breath; small losses at the edges do not matter here. */
const CUTTING = {
  endSeconds: 0.4,
  preRollSeconds: 0.16,
  postRollSeconds: 0.16,
  longestSeconds: 10,
};

/** The analysis of a recording: its speech, and the sound levels of speech and pauses. */
export interface FoundSpeech {
  pieces: Int16Array[];
  /** The levels of the frames with speech and of the frames without speech, in dB of full scale. */
  speechLevels: number[];
  pauseLevels: number[];
}

const [SPEECH, PAUSE] = [0.5, 0.1];

export async function speechIn(
  voiceActivity: VoiceActivity,
  pcm: Int16Array,
): Promise<FoundSpeech> {
  const found: FoundSpeech = { pieces: [], speechLevels: [], pauseLevels: [] };
  const segmenter = new Segmenter(CUTTING);
  const keep = (piece: { pcm: Int16Array } | undefined) => piece && found.pieces.push(piece.pcm);
  const stream = voiceActivity.open((frame, probability) => {
    const level = loudness(frame);
    if (probability >= SPEECH) found.speechLevels.push(level);
    else if (probability < PAUSE) found.pauseLevels.push(level);
    keep(segmenter.push(frame, probability));
  });
  stream.write(pcm);
  await stream.finish();
  keep(segmenter.flush());
  return found;
}
