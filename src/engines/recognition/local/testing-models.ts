/**
 * Synthetic models that sherpa-onnx loads and runs like real ones: a sound below 1 kHz is the word
 * "low", a sound above it "high", and quiet sound gives no word. The models have a few hundred
 * weights, all set by hand.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onnxFile, type Constant, type Node } from './testing-onnx.ts';

/** The number of bins of the mel spectrum; the lower half is below about 1 kHz. */
const BINS = 80;
/**
 * Sound counts as loud when the logarithm of its energy is at least this. Digital silence has -16.
 */
const SOUND = -4;
const TOKENS = ['<blk>', '▁low', '▁high'];

const IS_LOW = (bin: number) => bin < 30;

/** [BINS, 2]: computes the mean of the low bins and the mean of the high bins. */
const BANDS: Constant = {
  name: 'bands',
  shape: [BINS, 2],
  data: Array.from({ length: BINS }, (_, bin) =>
    IS_LOW(bin) ? [1 / 30, 0] : [0, 1 / (BINS - 30)],
  ).flat(),
};
/** [2, 3] and [3]: the blank wins when neither band reaches the level. */
const CLASSES: Constant = { name: 'classes', shape: [2, 3], data: [0, 1, 0, 0, 0, 1] };
const LEVELS: Constant = { name: 'levels', shape: [3], data: [SOUND, 0, 0] };

/**
 * Eight frames of output for 32 frames of input, as in a zipformer; words come only in the first
 * frame.
 */
const CHUNK = 32;
const FRAMES_OUT = 8;

/** A streaming transducer: encoder, decoder, joiner and tokens. */
export async function writeStreamingModel(folder: string): Promise<void> {
  const quiet = Array.from({ length: FRAMES_OUT - 1 }, () => 'quiet');
  const encoder = onnxFile({
    metadata: {
      model_type: 'lstm',
      num_encoder_layers: 1,
      T: CHUNK + 4,
      decode_chunk_len: CHUNK,
      rnn_hidden_size: 1,
      d_model: 1,
    },
    inputs: [
      { name: 'x', shape: ['N', 'T', BINS] },
      { name: 'h', shape: [1, 'N', 1] },
      { name: 'c', shape: [1, 'N', 1] },
    ],
    outputs: [
      { name: 'encoder_out', shape: ['N', FRAMES_OUT, 2] },
      { name: 'next_h', shape: [1, 'N', 1] },
      { name: 'next_c', shape: [1, 'N', 1] },
    ],
    constants: [BANDS, { name: 'far_below', shape: [1], data: [100] }],
    nodes: [
      ...bandLevels('x', 'levels_of_frames'),
      mean('levels_of_frames', 'level', 1),
      { op: 'Sub', inputs: ['level', 'far_below'], outputs: ['quiet'] },
      {
        op: 'Concat',
        inputs: ['level', ...quiet],
        outputs: ['encoder_out'],
        attributes: { axis: 1 },
      },
      { op: 'Identity', inputs: ['h'], outputs: ['next_h'] },
      { op: 'Identity', inputs: ['c'], outputs: ['next_c'] },
    ],
  });
  const decoder = onnxFile({
    metadata: { vocab_size: TOKENS.length, context_size: 2 },
    inputs: [{ name: 'y', element: 'int64', shape: ['N', 2] }],
    outputs: [{ name: 'decoder_out', shape: ['N', 1] }],
    constants: [],
    nodes: [
      { op: 'Cast', inputs: ['y'], outputs: ['context'], attributes: { to: 1 } },
      mean('context', 'decoder_out', 1),
    ],
  });
  const joiner = onnxFile({
    metadata: { joiner_dim: 2 },
    inputs: [
      { name: 'encoder_out', shape: ['N', 2] },
      { name: 'decoder_out', shape: ['N', 1] },
    ],
    outputs: [{ name: 'logit', shape: ['N', TOKENS.length] }],
    constants: [CLASSES, LEVELS, { name: 'nothing', shape: [1], data: [0] }],
    nodes: [
      { op: 'MatMul', inputs: ['encoder_out', 'classes'], outputs: ['scores'] },
      { op: 'Add', inputs: ['scores', 'levels'], outputs: ['with_blank'] },
      // The model ignores earlier output, but the graph has to use this input.
      { op: 'Mul', inputs: ['decoder_out', 'nothing'], outputs: ['ignored'] },
      { op: 'Add', inputs: ['with_blank', 'ignored'], outputs: ['logit'] },
    ],
  });
  await writeModel(folder, {
    'encoder.onnx': encoder,
    'decoder.onnx': decoder,
    'joiner.onnx': joiner,
  });
}

/** Writes a model for whole utterances (CTC). */
export async function writeUtteranceModel(folder: string): Promise<void> {
  const model = onnxFile({
    metadata: { vocab_size: TOKENS.length, subsampling_factor: 1, normalize_type: '' },
    inputs: [
      { name: 'audio_signal', shape: ['N', BINS, 'T'] },
      { name: 'length', element: 'int64', shape: ['N'] },
    ],
    outputs: [{ name: 'logprobs', shape: ['N', 'T', TOKENS.length] }],
    constants: [BANDS, CLASSES, LEVELS],
    nodes: [
      {
        op: 'Transpose',
        inputs: ['audio_signal'],
        outputs: ['frames'],
        attributes: { perm: [0, 2, 1] },
      },
      ...bandLevels('frames', 'levels_of_frames'),
      { op: 'MatMul', inputs: ['levels_of_frames', 'classes'], outputs: ['scores'] },
      { op: 'Add', inputs: ['scores', 'levels'], outputs: ['logprobs'] },
    ],
  });
  await writeModel(folder, { 'model.onnx': model });
}

/** Writes a speaker model: a "voice" is the mean spectrum. */
export async function writeSpeakerModel(file: string): Promise<void> {
  const model = onnxFile({
    metadata: {
      framework: 'wespeaker',
      language: 'English',
      output_dim: BINS,
      sample_rate: 16_000,
      normalize_samples: 1,
    },
    inputs: [{ name: 'feats', shape: ['N', 'T', BINS] }],
    outputs: [{ name: 'embs', shape: ['N', BINS] }],
    constants: [],
    nodes: [
      {
        op: 'ReduceMean',
        inputs: ['feats'],
        outputs: ['embs'],
        attributes: { axes: [1], keepdims: 0 },
      },
    ],
  });
  await writeFile(file, model);
}

/** Computes the logarithm of the mean energy of each band. */
function bandLevels(from: string, to: string): Node[] {
  return [
    { op: 'Exp', inputs: [from], outputs: ['energies'] },
    { op: 'MatMul', inputs: ['energies', 'bands'], outputs: ['band_energies'] },
    { op: 'Log', inputs: ['band_energies'], outputs: [to] },
  ];
}

function mean(from: string, to: string, axis: number): Node {
  return {
    op: 'ReduceMean',
    inputs: [from],
    outputs: [to],
    attributes: { axes: [axis], keepdims: 1 },
  };
}

async function writeModel(folder: string, files: Record<string, Uint8Array>): Promise<void> {
  await mkdir(folder, { recursive: true });
  const tokens = TOKENS.map((token, index) => `${token} ${index}\n`).join('');
  await Promise.all(
    Object.entries({ ...files, 'tokens.txt': Buffer.from(tokens) }).map(([name, bytes]) =>
      writeFile(join(folder, name), bytes),
    ),
  );
}
