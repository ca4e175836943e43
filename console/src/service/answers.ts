/** Streamed answers of the chat. */
import type { ChatMessage } from '../../../client/src/index.ts';
import { service } from './service.ts';

export interface Asking {
  text: string;
  chat_session_id: string | null;
}

/** Yields the whole text so far with every piece; returns the stored message. */
export async function* askInChat(
  asking: Asking,
  signal: AbortSignal,
): AsyncGenerator<string, ChatMessage> {
  let text = '';
  for await (const part of service.sendMessage(asking, { signal })) {
    if (part.type === 'data') yield (text += part.value);
    if (part.type === 'done') return part.value;
  }
  throw new TypeError('The answer ended early.');
}
