import { queryOptions } from '@tanstack/react-query';
import type { ChatMessage } from '../../../client/src/index.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { askInChat } from '../service/answers.ts';
import { queryClient } from '../service/queries.ts';
import { ApiError, service } from '../service/service.ts';

export const chatsQuery = queryOptions({
  queryKey: ['chats'],
  queryFn: () => service.listChatSessions({ limit: 50 }),
});

/** The messages in the order in which they were written. `null` selects the user's default chat. */
export const messagesQuery = (chat: string | null) =>
  queryOptions({
    queryKey: ['messages', chat],
    queryFn: async () =>
      (await service.listMessages(chat ? { chat_session_id: chat } : {})).toReversed(),
  });

export const countQuestions = (messages: readonly ChatMessage[] = []): number =>
  messages.filter(({ sender }) => sender === 'human').length;

interface Pending {
  question: string;
  /** How many questions the chat had before. */
  before: number;
  /** The answer so far. */
  answer: string;
  error: unknown;
}

/** Asks in a chat. The answer grows while it is being written. */
export function useAsking(chat: string | null) {
  const [pending, setPending] = useState<Pending | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const ask = useCallback(
    async (question: string) => {
      const end = new AbortController();
      running.current = end;
      const before = countQuestions(queryClient.getQueryData(messagesQuery(chat).queryKey));
      setPending({ question, before, answer: '', error: null });
      try {
        const pieces = askInChat({ text: question, chat_session_id: chat }, end.signal);
        for (;;) {
          const { done, value } = await pieces.next();
          if (done) break;
          setPending({ question, before, answer: value, error: null });
        }
        await queryClient.invalidateQueries(messagesQuery(chat));
        setPending(null);
        // The first question names the chat.
        if (chat !== null) void queryClient.invalidateQueries(chatsQuery);
      } catch (error) {
        if (end.signal.aborted) {
          await queryClient.invalidateQueries(messagesQuery(chat));
          setPending(null);
        } else setPending({ question, before, answer: '', error });
      }
    },
    [chat],
  );
  const stop = () => running.current?.abort();
  // A question that the service refuses can only be asked in other words.
  const isRefused = pending?.error instanceof ApiError && pending.error.status < 500;
  return {
    pending,
    isWriting: pending !== null && pending.error === null,
    /** A question that the service refused. */
    refused: isRefused ? pending.question : null,
    ask,
    stop,
  };
}
