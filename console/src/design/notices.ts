import { createStore } from './store.ts';

export interface Notice {
  id: number;
  text: string;
  tone: 'calm' | 'problem';
  action?: { label: string; run: () => void; keys?: string } | undefined;
  /** Milliseconds until the notice disappears; 0 when only `until` ends it. */
  ms: number;
  until?: AbortSignal | undefined;
}

const USUAL_MS = 5000;

/** Notices that the host has not shown yet. The host is loaded with the first notice. */
export const waitingNotices = createStore<readonly Notice[]>([]);

let last = 0;

export function notify(
  text: string,
  { tone = 'calm', ms = USUAL_MS, action, until }: Partial<Omit<Notice, 'id' | 'text'>> = {},
): void {
  last += 1;
  const notice = { id: last, text, tone, action, ms, until };
  waitingNotices.set((before) => [...before, notice]);
}
