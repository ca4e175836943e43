import { SAMPLE_RATE } from '../audio/sample-rate.ts';
import { backgroundVoices } from './background.ts';
import { voiceFeatures } from './features.ts';
import { adapted, logDensity, logSum } from './mixture.ts';
import type { Mixture } from './mixture.ts';

/**
 * Is this the voice that was enrolled? Built in, without a download: a mixture of everybody's voices
 * is moved to where one voice is, and a piece is more likely under the one or under the other
 * (Reynolds, Quatieri and Dunn 2000). It is a hint of a few seconds' speech and says so by its score.
 */
export interface Voice {
  mixture: Mixture;
}

/** Of speech a model is made of, and of a piece that is judged. */
export const LEAST_ENROLMENT_SECONDS = 5;
export const LEAST_PIECE_SECONDS = 1.5;

/**
 * From this score on a piece counts as the voice's: at most 3 of 100 pieces of other people reach it
 * (`node bench/voices.ts`). Whoever is not sure is left unknown.
 */
export const SURE = 0.04;

const FRAMES_PER_SECOND = 100;

/** Learns a voice from 16 kHz sound of one person; null when too little of it is speech. */
export function enrol(pcm: Int16Array): Voice | null {
  const frames = voiceFeatures(pcm);
  if (frames.length < LEAST_ENROLMENT_SECONDS * FRAMES_PER_SECOND) return null;
  return { mixture: adapted(backgroundVoices(), frames) };
}

/**
 * How much more likely a piece is of this voice than of anybody's: the logarithm, per frame. Null
 * when the piece is too short to tell.
 */
export function likenessTo({ mixture }: Voice, pcm: Int16Array): number | null {
  if (pcm.length < LEAST_PIECE_SECONDS * SAMPLE_RATE) return null;
  const frames = voiceFeatures(pcm);
  if (frames.length < (LEAST_PIECE_SECONDS / 2) * FRAMES_PER_SECOND) return null;
  const background = backgroundVoices();
  const components = background.constants.length;
  const [own, anybody] = [new Float64Array(components), new Float64Array(components)];
  let sum = 0;
  for (const frame of frames) {
    for (let each = 0; each < components; each += 1) {
      own[each] = logDensity(mixture, each, frame);
      anybody[each] = logDensity(background, each, frame);
    }
    sum += logSum(own) - logSum(anybody);
  }
  return sum / frames.length;
}
