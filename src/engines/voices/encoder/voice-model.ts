/**
 * Converts sound to a vector of length 1. The weights are those of Resemblyzer (a GE2E encoder with
 * 1.4 million weights); training/voices tells how the file was made, and what it contains beside
 * them: the spectrum, the volume, and what makes vectors alike in noise and in quiet.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { weightsFile } from '../../supervision/weights-file.ts';
import { bundledRuntime, OnnxSession } from '../../supervision/onnx-runtime.ts';

export const VOICE_MODEL = 'ge2e-1';
export const VOICE_MODEL_FILE = weightsFile('voice-encoder.onnx');
const SHA256 = '952a242cfb406fe261ff55cb19dc9e1a7cb2cca34e3e94b282a17e9af4b1f70c';
const RESTORE =
  'Restore it with "git checkout assets/voice-encoder.onnx", or install the package again, and restart.';

export const DIMENSIONS = 256;

const HOP = 160;
const FRAME = 400;
const FRAMES = 160;
/** The samples of a window that are new: 1.6 s. */
const WINDOW = FRAMES * HOP;
/** The samples that the network reads for a window. */
const READ = FRAME + (FRAMES - 1) * HOP;
/** Windows overlap by half. */
const STEP = WINDOW / 2;
/** A last window with less sound than this says too little, unless it is the only one. */
const MIN_FULL = 0.75 * WINDOW;

export class VoiceModel implements Disposable {
  readonly #session: OnnxSession;

  constructor(file: URL = VOICE_MODEL_FILE) {
    const fault = faultOf(file);
    if (fault !== null) throw new Error(fault);
    this.#session = new OnnxSession(bundledRuntime(), readFileSync(file), { isLean: true });
  }

  /** Takes about 13 ms for each second of sound and blocks the thread. */
  embed(pcm: Int16Array): Float32Array {
    const { count, data } = voiceWindows(pcm);
    const vector = new Float32Array(DIMENSIONS);
    this.#session.run(
      [{ name: 'samples', element: 'float', shape: [count, READ], data }],
      [{ name: 'vector', element: 'float', shape: [1, DIMENSIONS], data: vector }],
    );
    return vector;
  }

  [Symbol.dispose](): void {
    this.#session[Symbol.dispose]();
  }
}

/**
 * Returns what is wrong with the file of the weights, and the remedy; null for the right file. A
 * damaged model would make the runtime abort the process.
 */
export function faultOf(file: URL = VOICE_MODEL_FILE): string | null {
  const name = 'assets/voice-encoder.onnx';
  let weights: Uint8Array;
  try {
    weights = readFileSync(file);
  } catch {
    return `${name} is missing, so nobody is recognised by voice. ${RESTORE}`;
  }
  const isRight = createHash('sha256').update(weights).digest('hex') === SHA256;
  return isRight ? null : `${name} is damaged, so nobody is recognised by voice. ${RESTORE}`;
}

/** Cuts the sound into overlapping windows, with silence around the sound. */
export function voiceWindows(pcm: Int16Array): { count: number; data: Float32Array } {
  const starts = [0];
  while (starts.at(-1)! + WINDOW < pcm.length) starts.push(starts.at(-1)! + STEP);
  if (starts.length > 1 && pcm.length - starts.at(-1)! < MIN_FULL) starts.pop();
  const data = new Float32Array(starts.length * READ);
  for (const [row, start] of starts.entries()) {
    // The first frame is centred on the first sample.
    const from = start - FRAME / 2;
    const part = pcm.subarray(Math.max(0, from), from + READ);
    const at = row * READ + Math.max(0, -from);
    for (let index = 0; index < part.length; index += 1) data[at + index] = part[index]! / 32_768;
  }
  return { count: starts.length, data };
}
