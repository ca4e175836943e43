/** The state of a running talk, for its page, the floating bar and the shell. */
import type { LiveSegment } from '../../../client/src/index.ts';
import { createStore } from '../design/store.ts';

export interface Talk {
  /** Also the id of its stream of sound. */
  id: string;
  phase: 'starting' | 'listening' | 'paused' | 'finishing';
  conversationId: string | null;
  segments: readonly LiveSegment[];
  /** The microphone has heard a voice, or something as loud. */
  isHeard: boolean;
  isConnected: boolean;
  /** Seconds of sound that the service has not acknowledged. */
  keptSeconds: number;
  recogniser: { name: string; quality: string } | null;
  /** How long the oldest finished speech has waited for its words, in seconds. */
  behindSeconds: number;
  /** The disk of the service is full, so the sound waits in this browser. */
  isDiskFull: boolean;
  /** The browser cannot store the unsent sound, so it is only in the memory of the page. */
  isOnlyInMemory: boolean;
}

export type TalkProblem =
  | 'blocked'
  | 'insecure'
  | 'no_microphone'
  | 'other_tab'
  | 'nothing_heard'
  | 'unplugged';

/** Null while nobody talks. */
export const talk = createStore<Talk | null>(null);
export const talkProblem = createStore<TalkProblem | null>(null);
/** The loudness (0 to 1) and the recorded seconds; they change ten times a second. */
export const meter = createStore({ level: 0, seconds: 0 });

export function patchTalk(change: Partial<Talk>): void {
  talk.set((before) => before && { ...before, ...change });
}
