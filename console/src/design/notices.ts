import { createStore } from './store.ts';

export interface Notice {
  id: number;
  text: string;
  tone: 'calm' | 'problem';
  action?: { label: string; run: () => void } | undefined;
  /** Milliseconds until the notice disappears. */
  ms: number;
}

export const UNDO_MS = 6000;
const USUAL_MS = 5000;

/** Notices that the host has not shown yet. The host is loaded with the first notice. */
export const waitingNotices = createStore<readonly Notice[]>([]);

let last = 0;

export function notify(
  text: string,
  { tone = 'calm', action, ms = USUAL_MS }: Partial<Pick<Notice, 'tone' | 'action' | 'ms'>> = {},
): void {
  last += 1;
  const notice = { id: last, text, tone, action, ms };
  waitingNotices.set((before) => [...before, notice]);
}
