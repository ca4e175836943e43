import { Link } from '@tanstack/react-router';
import { Star } from 'lucide-react';
import type { Conversation, LiveSegment } from '../../../client/src/index.ts';
import { classNames } from '../design/class-names.ts';
import { Checkbox } from '../design/field.tsx';
import { clockTime, duration, relativeDay } from '../time/time.ts';
import * as m from '../paraglide/messages.js';
import { inYourWords } from '../people/you.ts';
import { isNote, nameOf } from '../reading/turns.ts';
import { inOwnWords } from '../service/problems.ts';
import { beganAt, secondsOf } from './conversations.ts';
import { folderNamed } from './folder-names.ts';

const MAX_PEOPLE = 3;

/** A conversation as a paragraph: time, title, overview and speakers. */
export function ConversationRow({
  conversation,
  isSelected,
  isSelecting,
  quote,
  at,
  showsDay,
  onSelect,
  onStar,
}: {
  conversation: Conversation;
  isSelected: boolean;
  isSelecting: boolean;
  /** The sentence that matches a search. */
  quote?: string | undefined;
  /** The second of that sentence in the recording. */
  at?: number | undefined;
  /** True in a list that is not grouped by day. */
  showsDay: boolean;
  onSelect: (isRange: boolean) => void;
  onStar: () => void;
}) {
  const { id, starred, status, structured } = conversation;
  const began = beganAt(conversation);
  const title = titleOf(conversation);
  return (
    <article
      className={`group relative -mx-3 grid grid-cols-[62px_1fr_auto] gap-x-3 rounded-sheet px-3 py-3.5 sm:grid-cols-[68px_1fr_auto] ${
        isSelected ? 'bg-ember-wash' : 'hover:bg-sunken'
      }`}
    >
      <div className="relative pt-[3px]">
        <time
          dateTime={began}
          className={`text-13 whitespace-nowrap text-ink-2 tabular-nums group-focus-within:invisible group-hover:invisible ${
            isSelecting ? 'invisible' : ''
          }`}
        >
          {clockTime(began)}
        </time>
        <label
          className={`absolute inset-0 z-10 flex items-start pt-1 group-focus-within:opacity-100 group-hover:opacity-100 ${
            isSelecting ? '' : 'opacity-0'
          }`}
        >
          <span className="sr-only">{m.select_item({ title })}</span>
          <Checkbox
            checked={isSelected}
            onChange={({ nativeEvent }) => onSelect((nativeEvent as MouseEvent).shiftKey)}
          />
        </label>
      </div>
      <div className="min-w-0">
        <h3 dir="auto" className="font-serif text-18 leading-snug">
          <Link
            to="/conversations/$id"
            params={{ id }}
            search={{ at }}
            data-row
            className="before:absolute before:inset-0 before:rounded-sheet"
          >
            {structured.emoji && (
              <span className="mr-2 font-sans text-16" aria-hidden="true">
                {structured.emoji}
              </span>
            )}
            {title}
          </Link>
        </h3>
        <Summary conversation={conversation} quote={quote} />
        <Details conversation={conversation} day={showsDay ? relativeDay(began) : null} />
      </div>
      <button
        type="button"
        aria-label={m.star_item({ title })}
        aria-pressed={starred}
        onClick={onStar}
        className={`relative z-10 -mt-1 -mr-1 grid size-9 place-items-center rounded-control pointer-coarse:size-11 ${
          starred
            ? 'text-ember'
            : 'text-ink-2 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100'
        }`}
      >
        <Star size={18} strokeWidth={1.6} fill={starred ? 'currentColor' : 'none'} />
      </button>
      {status === 'failed' && <span className="sr-only">{m.status_failed()}</span>}
    </article>
  );
}

export function titleOf({ structured, status }: Conversation): string {
  if (structured.title) return structured.title;
  if (status === 'in_progress') return m.title_listening();
  if (status === 'processing') return m.title_processing();
  return m.title_none();
}

/** The overview; while there is none, the last words. */
export function Summary({
  conversation: { structured, status, failure, transcript_segments },
  quote,
  lines = 2,
}: {
  conversation: Conversation;
  quote?: string | undefined;
  lines?: 2 | 3;
}) {
  if (quote)
    return (
      <p dir="auto" className="mt-0.5 line-clamp-2 text-14">
        “{quote}”
      </p>
    );
  if (status === 'failed') {
    return (
      <p className="mt-0.5 text-14 text-brick">
        {failure ? inOwnWords(failure) : m.status_failed()}
      </p>
    );
  }
  const text = inYourWords(structured.overview) || transcript_segments.at(-1)?.text;
  if (!text) return null;
  const waits = status === 'processing' || status === 'in_progress';
  return (
    <p
      dir="auto"
      className={classNames(
        'mt-0.5 text-14 text-ink-2',
        lines === 2 ? 'line-clamp-2' : 'line-clamp-3',
        waits && 'processing pointer-events-none italic',
      )}
    >
      {text}
    </p>
  );
}

const hasSpeaker = (segment: LiveSegment) =>
  !isNote(segment) && (segment.is_user || segment.speaker_name !== null);

/** The day, the duration, the speakers, the number of open tasks and whether others can read it. */
export function Details({
  conversation,
  day = null,
}: {
  conversation: Conversation;
  day?: string | null;
}) {
  const seconds = secondsOf(conversation);
  const people = [...new Set(conversation.transcript_segments.filter(hasSpeaker).map(nameOf))];
  const shown = people.slice(0, MAX_PEOPLE).join(', ');
  const open = conversation.structured.action_items.filter(({ completed }) => !completed).length;
  const details = [
    day,
    seconds > 0 && duration(seconds),
    people.length > MAX_PEOPLE ? `${shown} +${people.length - MAX_PEOPLE}` : shown,
    conversation.folder_name && folderNamed(conversation.folder_name),
    open > 0 && m.open_tasks({ count: open }),
    conversation.visibility !== 'private' && m.is_shared(),
  ].filter(Boolean);
  if (details.length === 0) return null;
  return <p className="mt-1 text-13 text-ink-2">{details.join(' · ')}</p>;
}
