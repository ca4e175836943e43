/** A model on this machine, as passed to a child process. All paths are absolute. */
export type NativeModel =
  /** Models that return words while they are spoken. */
  | {
      kind: 'streaming-transducer';
      files: Record<'encoder' | 'decoder' | 'joiner' | 'tokens', string>;
    }
  /** Models for whole utterances. */
  | { kind: 'moonshine'; files: Record<'encoder' | 'decoder' | 'tokens', string> }
  | { kind: 'nemo-ctc'; files: Record<'model' | 'tokens', string> }
  /** Speaker models, which distinguish voices. */
  | { kind: 'speaker'; files: Record<'model', string> }
  /** Models for text, which llama.cpp runs. */
  | { kind: 'gguf'; files: Record<'model', string> };

export type StreamingModel = Extract<NativeModel, { kind: 'streaming-transducer' }>;
export type UtteranceModel = Extract<NativeModel, { kind: 'moonshine' | 'nemo-ctc' }>;
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
