/** What a process that hears many streams is told, and what it says. */
import type { RecognisedWord } from '../recogniser.ts';

export type ToStreams =
  | { type: 'open'; id: number; language: string }
  | { type: 'sound'; id: number; pcm: Int16Array }
  /** No more sound: the final is wanted. */
  | { type: 'end'; id: number }
  | { type: 'close'; id: number }
  | { type: 'ping' };

export type FromStreams =
  | { type: 'ready' }
  | { type: 'broken'; reason: string }
  /** The words so far. */
  | { type: 'partial'; id: number; words: RecognisedWord[] }
  /** So much of the sound has been worked through. */
  | { type: 'heard'; id: number; samples: number }
  | { type: 'final'; id: number; words: RecognisedWord[] }
  | { type: 'pong' };
