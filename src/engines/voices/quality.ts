import { SAMPLE_RATE } from '../voice-activity/sample-rate.ts';
import type { FoundSpeech } from '../audio/speech-in.ts';
import { groupVoices } from './groups.ts';
import type { VoicePrint, VoicePrinter } from './print.ts';

/** Reasons why a recording is not a good model of a voice. */
export type QualityProblem =
  | 'too_little_speech'
  | 'too_quiet'
  | 'clipped'
  | 'too_noisy'
  | 'two_voices';

const GOOD_SECONDS = 10;
/** Speech close to the microphone has -30 to -15 dB of full scale. */
const QUIET_DB = -42;
/** A voice counts as clipped when at least this share of its samples is at full scale. */
const [FULL_SCALE, CLIPPED_SHARE] = [32_600, 0.001];
const NOISY_DB = 12;
/** Shorter pauses are not enough to measure the background noise. */
const MIN_PAUSE_FRAMES = 8;
const PIECE_SECONDS = 4;

/**
 * Returns the voiceprint of a recording of one voice, and the problems of its quality; null when
 * there is too little speech.
 */
export async function judgeRecording(
  printer: VoicePrinter,
  speech: Int16Array,
  { speechLevels, pauseLevels }: FoundSpeech,
): Promise<{ print: VoicePrint; problems: QualityProblem[] } | null> {
  const print = await printer.read(speech);
  if (!print) return null;
  const prints = await printsOf(printer, speech);
  const voice = median(speechLevels);
  const isNoisy = pauseLevels.length >= MIN_PAUSE_FRAMES && voice - median(pauseLevels) < NOISY_DB;
  const found: Record<QualityProblem, boolean> = {
    too_little_speech: speech.length < GOOD_SECONDS * SAMPLE_RATE,
    too_quiet: voice < QUIET_DB,
    clipped: shareAtFullScale(speech) > CLIPPED_SHARE,
    too_noisy: isNoisy,
    two_voices: groupVoices(prints, printer.limits).length > 1,
  };
  const problems = (Object.keys(found) as QualityProblem[]).filter((problem) => found[problem]);
  return { print, problems };
}

/**
 * Cuts the speech into equal pieces of a few seconds and returns their voiceprints, so that two
 * different voices are in different pieces.
 */
async function printsOf(printer: VoicePrinter, speech: Int16Array): Promise<VoicePrint[]> {
  const count = Math.max(1, Math.floor(speech.length / (PIECE_SECONDS * SAMPLE_RATE)));
  const size = Math.floor(speech.length / count);
  const pieces = Array.from({ length: count }, (_, at) => speech.slice(at * size, (at + 1) * size));
  const prints = await Promise.all(pieces.map((piece) => printer.read(piece)));
  return prints.filter((print) => print !== null);
}

function shareAtFullScale(pcm: Int16Array): number {
  let count = 0;
  for (const sample of pcm) if (Math.abs(sample) >= FULL_SCALE) count += 1;
  return count / pcm.length;
}

function median(levels: readonly number[]): number {
  return levels.toSorted((a, b) => a - b)[levels.length >> 1] ?? Number.NEGATIVE_INFINITY;
}
