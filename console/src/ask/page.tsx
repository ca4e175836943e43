import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, getRouteApi, useNavigate } from '@tanstack/react-router';
import { ArrowUp, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ChatMessage } from '../../../client/src/index.ts';
import { Button, IconButton } from '../design/button.tsx';
import { TextArea } from '../design/field.tsx';
import { notify } from '../design/notices.ts';
import { ErrorState, Skeleton } from '../design/states.tsx';
import { Title } from '../design/title.tsx';
import * as m from '../paraglide/messages.js';
import { toMessage } from '../service/problems.ts';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';
import { Chips } from '../search/chips.tsx';
import { chipsOf } from '../search/narrowing.ts';
import { useFound } from '../search/results.ts';
import { WithoutService } from '../shell/without-service.tsx';
import { chatsQuery, countQuestions, messagesQuery, useAsking } from './chat.ts';
import { Answer, Question } from './message.tsx';
import { Suggestions } from './suggestions.tsx';

const route = getRouteApi('/inside/ask/{-$chat}');

/** The service writes a greeting and a title in English. The page says them in its own language. */
const GREETING = /^Hello .*\. Ask me about anything you have said or heard\.$/;
const NEW_CHAT = 'New chat';
/** The service reads the beginning of a longer text. */
const MAX_READ = 1_000;

/** The page for questions, with the conversations that the answers use. */
export default function AskPage() {
  const { chat = null } = route.useParams();
  return <Chat key={chat} chat={chat} />;
}

function Chat({ chat }: { chat: string | null }) {
  const { q } = route.useSearch();
  const navigate = useNavigate();
  const { data: messages, error, isPending, refetch } = useQuery(messagesQuery(chat));
  const { pending, isWriting, refused, ask, stop } = useAsking(chat);
  const latest = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The first reading makes the greeting, which comes before the first question.
    if (!q || isPending) return;
    void navigate({ to: '/ask/{-$chat}', params: { chat: chat ?? undefined }, replace: true });
    void ask(q);
  }, [q, chat, isPending, ask, navigate]);
  // The service begins a chat with a greeting. The page shows its own greeting instead.
  const isEmpty = !pending && !messages?.some(({ sender }) => sender === 'human');
  const stored = isEmpty || !messages ? [] : messages;
  const questions = countQuestions(stored);
  // The stored exchange takes the place of the one that is pending.
  const isStored = pending !== null && questions > pending.before;
  const asks = pending !== null && !isStored && refused === null;
  const lastAt = asks ? stored.length : stored.findLastIndex(({ sender }) => sender === 'human');
  const question = asks ? pending.question : stored[lastAt]?.text;
  const asked = questions + Number(asks);
  // The question stays at the top, so that the first line of its answer is on the screen.
  useEffect(() => {
    if (asked > 0) latest.current?.scrollIntoView({ block: 'start' });
  }, [asked]);
  return (
    <div className="flex min-h-[calc(100dvh-11rem)] flex-col sm:min-h-[calc(100dvh-6rem)]">
      <Title>{m.ask()}</Title>
      <Chats chat={chat} />
      <div
        className="grid flex-1 content-start gap-7 pt-6 pb-8"
        role="log"
        aria-label={m.answers()}
      >
        {isPending ? (
          <Skeleton lines={5} />
        ) : error && !messages ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : (
          <Messages messages={stored.slice(0, Math.max(0, lastAt))} />
        )}
        {isEmpty && messages && <Suggestions onAsk={(question) => void ask(question)} />}
        {(pending || lastAt >= 0) && (
          <div
            ref={latest}
            // Room below the answer lets the question reach the top.
            className="grid min-h-[calc(100dvh-12rem)] scroll-mt-6 content-start gap-7"
          >
            {question !== undefined && (
              <div className="grid gap-3">
                <Question text={question} />
                <div className="ml-auto empty:hidden">
                  <AskedChips
                    text={question}
                    onChange={isWriting ? null : (text) => void ask(text)}
                  />
                </div>
              </div>
            )}
            <Messages messages={asks ? [] : stored.slice(lastAt + 1)} />
            {pending &&
              !isStored &&
              (pending.error ? (
                <ErrorState
                  error={pending.error}
                  retry={refused === null ? () => void ask(pending.question) : undefined}
                />
              ) : (
                <Answer text={pending.answer} isWriting />
              ))}
          </div>
        )}
      </div>
      <Composer
        isWriting={isWriting}
        refused={refused}
        onAsk={(question) => void ask(question)}
        onStop={stop}
      />
    </div>
  );
}

function Messages({ messages }: { messages: readonly ChatMessage[] }) {
  return messages.map(({ id, sender, text, memories, parts }) =>
    sender === 'human' ? (
      <Question key={id} text={text} />
    ) : (
      <Answer
        key={id}
        text={GREETING.test(text) ? m.ask_empty() : text}
        sources={memories}
        parts={parts}
      />
    ),
  );
}

/** The time, people and folder to which a question is restricted. Pressing one removes it. */
function AskedChips({
  text,
  onChange,
}: {
  text: string;
  /** Null while an answer is being written. */
  onChange: ((text: string) => void) | null;
}) {
  const q = text.trim().slice(0, MAX_READ);
  const { data } = useFound(q, { kinds: [], limit: 1 });
  if (q === '') return null;
  return (
    <Chips
      chips={chipsOf({ q }, data?.understood)}
      onChange={({ q: without }) => onChange?.(without ?? '')}
    />
  );
}

/** The list of chats, and a button for a new one. */
function Chats({ chat }: { chat: string | null }) {
  const { data: chats = [] } = useQuery(chatsQuery);
  const navigate = useNavigate();
  const open = (id: string) => void navigate({ to: '/ask/{-$chat}', params: { chat: id } });
  const create = useMutation({
    mutationFn: () => service.createChatSession({}),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries(chatsQuery);
      open(id);
    },
    onError: (error) => notify(toMessage(error), { tone: 'problem' }),
  });
  // A chat has this title until its first question.
  const unused = chats.find(({ title }) => title === NEW_CHAT);
  const tab =
    'block max-w-48 flex-none truncate py-2 text-14 text-ink-2 hover:text-ink ' +
    'aria-[current=page]:text-ink aria-[current=page]:underline aria-[current=page]:underline-offset-8';
  return (
    <header className="flex flex-wrap items-center gap-x-5">
      <h1 className="mr-auto font-serif text-28 font-semibold">{m.ask()}</h1>
      <nav
        aria-label={m.chats()}
        className="order-last flex min-w-0 flex-[1_0_100%] gap-5 overflow-x-auto [scrollbar-width:none] sm:order-none sm:flex-1"
      >
        {chats.length > 0 && (
          <Link
            to="/ask/{-$chat}"
            aria-current={chat === null ? 'page' : undefined}
            className={tab}
          >
            {m.first_chat()}
          </Link>
        )}
        {chats.map(({ id, title }) => (
          <Link
            key={id}
            to="/ask/{-$chat}"
            params={{ chat: id }}
            aria-current={id === chat ? 'page' : undefined}
            className={tab}
          >
            {title === NEW_CHAT ? m.new_chat() : title}
          </Link>
        ))}
      </nav>
      <Button
        onClick={() => (unused ? open(unused.id) : create.mutate())}
        isBusy={create.isPending}
      >
        {m.new_chat()}
      </Button>
    </header>
  );
}

function Composer({
  isWriting,
  refused,
  onAsk,
  onStop,
}: {
  isWriting: boolean;
  /** A refused question, which comes back into the field. */
  refused: string | null;
  onAsk: (question: string) => void;
  onStop: () => void;
}) {
  const [typed, setTyped] = useState('');
  const [before, setBefore] = useState(refused);
  if (refused !== before) {
    setBefore(refused);
    if (refused !== null && typed === '') setTyped(refused);
  }
  const send = () => {
    const question = typed.trim();
    if (question === '' || isWriting) return;
    setTyped('');
    onAsk(question);
  };
  return (
    <form
      className="sticky above-foot z-10 grid gap-2 bg-paper py-3 sm:pb-6"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <WithoutService>{m.ask_offline()}</WithoutService>
      <AskedChips text={typed} onChange={setTyped} />
      <div className="flex items-end gap-2">
        <TextArea
          label={m.ask_placeholder()}
          placeholder={m.ask_placeholder()}
          autoFocus
          rows={1}
          value={typed}
          className="max-h-48 min-h-11"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            send();
          }}
        />
        {isWriting ? (
          <IconButton
            label={m.stop()}
            onClick={onStop}
            className="size-11 border border-control/60"
          >
            <Square size={16} fill="currentColor" />
          </IconButton>
        ) : (
          <IconButton
            label={m.ask()}
            onClick={send}
            className="size-11 bg-ink text-paper hover:bg-ink"
          >
            <ArrowUp size={20} />
          </IconButton>
        )}
      </div>
    </form>
  );
}
