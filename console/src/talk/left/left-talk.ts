/** Remembers the running talk, so that the page can go on with it after it was closed or reloaded. */
import { meQuery, queryClient } from '../../service/queries.ts';
import { meter, talk } from '../state.ts';

interface LeftTalk {
  user_id: string;
  conversation_id: string;
  /** The recorded seconds. */
  seconds: number;
}

const KEY = 'commonplace-talk';

const userId = () => queryClient.getQueryData(meQuery.queryKey)?.id;

function remember(): void {
  const conversation_id = talk.get()?.conversationId;
  const user_id = userId();
  if (!conversation_id || !user_id) return;
  const left: LeftTalk = { user_id, conversation_id, seconds: meter.get().seconds };
  localStorage.setItem(KEY, JSON.stringify(left));
}

talk.subscribe(() => (talk.get() ? remember() : forgetLeftTalk()));
addEventListener('pagehide', remember);
// The browser asks before it closes a page that listens.
addEventListener('beforeunload', (event) => talk.get() && event.preventDefault());

/** Returns the talk of an earlier page of this user. */
export function leftTalk(): LeftTalk | null {
  const left = JSON.parse(localStorage.getItem(KEY) ?? 'null') as LeftTalk | null;
  return left && left.user_id === userId() ? left : null;
}

export const forgetLeftTalk = () => localStorage.removeItem(KEY);
