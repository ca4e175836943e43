/** Messages to and from a process that decodes many streams. */
import type { RecognisedWord } from '../recogniser.ts';

export type ToStreams =
  | { type: 'open'; id: number; language: string }
  | { type: 'sound'; id: number; pcm: Int16Array }
  /** The sound is complete, so the process must return the final result. */
  | { type: 'end'; id: number }
  | { type: 'close'; id: number }
  | { type: 'ping' };

export type FromStreams =
  /** The words recognised so far. */
  | { type: 'partial'; id: number; words: RecognisedWord[] }
  /** The process has decoded this many samples. */
  | { type: 'heard'; id: number; samples: number }
  | { type: 'final'; id: number; words: RecognisedWord[] }
  | { type: 'pong' };
