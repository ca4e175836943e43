import { stat } from 'node:fs/promises';
import { basename } from 'node:path';

/** A model on this machine, as passed to a child process. All paths are absolute. */
export type NativeModel =
  /** Models that return words while they are spoken. */
  | {
      kind: 'streaming-transducer';
      files: Record<'encoder' | 'decoder' | 'joiner' | 'tokens', string>;
    }
  /** Models for whole utterances. */
  | { kind: 'moonshine'; files: Record<'encoder' | 'decoder' | 'tokens', string> }
  | { kind: 'whisper'; files: Record<'encoder' | 'decoder' | 'tokens', string> }
  | { kind: 'nemo-ctc'; files: Record<'model' | 'tokens', string> }
  /** Speaker models, which distinguish voices. */
  | { kind: 'speaker'; files: Record<'model', string> }
  /** Models for text, which llama.cpp runs. */
  | { kind: 'gguf'; files: Record<'model', string> };

export type StreamingModel = Extract<NativeModel, { kind: 'streaming-transducer' }>;
export type UtteranceModel = Extract<NativeModel, { kind: 'moonshine' | 'whisper' | 'nemo-ctc' }>;
export type SpeakerModel = Extract<NativeModel, { kind: 'speaker' }>;

/**
 * Returns the command-line arguments that tell a child process which model to load. `modelOf`
 * parses them in the child.
 */
export function modelArguments(model: NativeModel): string[] {
  return [JSON.stringify(model)];
}

export function modelOf<Model extends NativeModel>(argv: readonly string[] = process.argv): Model {
  return JSON.parse(argv[2] ?? '') as Model;
}

/** The cure for a model that does not load, as a sentence. */
export const MODEL_CURE = 'Its files may be damaged. To find out, run: commonplace models verify.';

/** Returns the name of the first file of the model that is missing or empty. */
export async function missingFileOf({ files }: NativeModel): Promise<string | undefined> {
  for (const file of Object.values(files)) {
    const size = await stat(file).then(
      (found) => (found.isFile() ? found.size : 0),
      () => 0,
    );
    if (size === 0) return basename(file);
  }
  return undefined;
}
