import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Conversation } from '../../../client/src/index.ts';
import { beganAt, secondsOf } from '../conversations/conversations.ts';
import { Details, Summary, titleOf } from '../conversations/row.tsx';
import { useItemTick } from '../conversations/ticking.ts';
import { Checkbox } from '../design/field.tsx';
import * as m from '../paraglide/messages.js';
import { now } from '../time/clock.ts';
import { clockTime, hourOf } from '../time/time.ts';
import { Live } from './live.tsx';
import { Ribbon } from './ribbon.tsx';
import { ticksBetween } from './ticks.ts';

const ROW = 'grid grid-cols-[62px_24px_1fr] gap-x-3 sm:grid-cols-[64px_36px_1fr] sm:gap-x-5';
const CHIP =
  'ml-3 rounded-full border border-control/60 px-2 py-0.5 align-middle font-sans text-13 ' +
  'whitespace-nowrap text-ink-2';
const MAX_TASKS = 3;

/** The day as a thread: hours as ticks, speech as ribbons, conversations as paragraphs. */
export function Thread({
  conversations,
  isToday,
}: {
  conversations: readonly Conversation[];
  isToday: boolean;
}) {
  const minute = useNow();
  const last = conversations.at(-1);
  return (
    <ol className="mt-8">
      {conversations.map((conversation, index) => {
        const earlier = conversations[index - 1];
        return (
          <li key={conversation.id}>
            {earlier && <Gap from={endOf(earlier)} to={beganAt(conversation)} />}
            <Paragraph conversation={conversation} />
          </li>
        );
      })}
      {isToday && last && last.status !== 'in_progress' && (
        <li>
          <Gap from={endOf(last)} to={minute} />
          <div className={`${ROW} items-center`}>
            <time className="text-right text-13 whitespace-nowrap text-ink-2 tabular-nums">
              {clockTime(minute)}
            </time>
            <Ember />
            <span className="text-14 text-ink-2">{m.now()}</span>
          </div>
        </li>
      )}
    </ol>
  );
}

/** The current minute. */
function useNow(): string {
  const [minute, setMinute] = useState(() => now().toISOString());
  useEffect(() => {
    const timer = setInterval(() => setMinute(now().toISOString()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return minute;
}

function endOf(conversation: Conversation): string {
  const began = Date.parse(beganAt(conversation));
  return new Date(began + secondsOf(conversation) * 1000).toISOString();
}

/** Time in which nobody spoke. A long period is drawn shorter than its real length. */
function Gap({ from, to }: { from: string; to: string }) {
  const { height, ticks } = ticksBetween(from, to);
  return (
    <div aria-hidden="true" className={ROW} style={{ height }}>
      <div className="relative">
        {ticks.map(({ at, time }) => (
          <time
            key={time}
            className="absolute right-0 -translate-y-1/2 text-13 whitespace-nowrap text-ink-2 tabular-nums"
            style={{ top: at * height }}
          >
            {hourOf(time)}
          </time>
        ))}
      </div>
      <div className="relative">
        <span className="absolute inset-y-0 left-1/2 w-px bg-control" />
        {ticks.map(({ at, time }) => (
          <span
            key={time}
            className="absolute left-1/2 h-px w-2.5 -translate-x-1/2 bg-control"
            style={{ top: at * height }}
          />
        ))}
      </div>
    </div>
  );
}

/** The end of the thread while the service is ready to listen. */
function Ember() {
  return (
    <span aria-hidden="true" className="relative grid h-7 place-items-center">
      <span className="absolute size-5 rounded-full bg-ember-wash" />
      <span className="relative size-2 rounded-full bg-ember" />
    </span>
  );
}

function Paragraph({ conversation }: { conversation: Conversation }) {
  const { id, structured, status, source } = conversation;
  const began = beganAt(conversation);
  return (
    <article className={`${ROW} group`}>
      <time
        dateTime={began}
        className="pt-1.5 text-right text-13 whitespace-nowrap text-ink-2 tabular-nums"
      >
        {clockTime(began)}
      </time>
      <div className="relative">
        <span className="absolute inset-y-0 left-1/2 w-px bg-control" aria-hidden="true" />
        <Ribbon conversation={conversation} />
        {status === 'in_progress' && (
          <span className="absolute inset-x-0 -bottom-5">
            <Ember />
          </span>
        )}
      </div>
      <div className="min-w-0 pb-2">
        <h2 dir="auto" className="font-serif text-22 leading-snug">
          <Link
            to="/conversations/$id"
            params={{ id }}
            data-row
            className="rounded-control underline-offset-4 hover:underline"
          >
            {structured.emoji && (
              <span className="mr-2 font-sans text-18" aria-hidden="true">
                {structured.emoji}
              </span>
            )}
            {titleOf(conversation)}
          </Link>
          {source === 'demo' && <span className={CHIP}>{m.sample()}</span>}
        </h2>
        {status === 'in_progress' ? (
          <Live conversation={conversation} />
        ) : (
          <Summary conversation={conversation} lines={3} />
        )}
        <Tasks conversation={conversation} />
        <Details conversation={conversation} />
      </div>
    </article>
  );
}

function Tasks({ conversation: { id, structured } }: { conversation: Conversation }) {
  const { action_items: items } = structured;
  const tick = useItemTick(id);
  if (items.length === 0) return null;
  return (
    <ul className="mt-2 grid gap-1 text-14">
      {items.slice(0, MAX_TASKS).map(({ description, completed }, index) => (
        <li key={`${index} ${description}`}>
          <label className="flex gap-2.5 py-0.5">
            <Checkbox
              checked={completed}
              onChange={({ target }) =>
                tick.mutate({ index, description, completed: target.checked })
              }
            />
            <span className={completed ? 'text-ink-2 line-through' : ''}>{description}</span>
          </label>
        </li>
      ))}
      {items.length > MAX_TASKS && (
        <li className="pl-7.5 text-13 text-ink-2">
          {m.more_tasks({ count: items.length - MAX_TASKS })}
        </li>
      )}
    </ul>
  );
}
