import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import type { Conversation } from '../../../client/src/index.ts';
import { secondsOf } from '../conversations/conversations.ts';
import { titleOf } from '../conversations/row.tsx';
import { speakerColour } from '../design/speaker.tsx';
import * as m from '../paraglide/messages.js';
import { turnsOf } from '../reading/turns.ts';
import { position } from '../time/time.ts';
import { keptSoundQuery, loudnessQuery } from './day.ts';
import { ribbonOf, STEPS, WIDTH } from './ribbon.ts';

interface Pointed {
  /** The position on the ribbon: 0 is the upper end, 1 is the lower end. */
  at: number;
  second: number;
  text: string;
}

/**
 * Draws speech as a ribbon in the colours of the speakers; louder speech is wider. The sentence
 * under the pointer is shown; a press opens it.
 */
export function Ribbon({ conversation }: { conversation: Conversation }) {
  const navigate = useNavigate();
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const { data: hasSound = false } = useQuery(keptSoundQuery);
  const { data: loudness } = useQuery({
    ...loudnessQuery(conversation.id),
    enabled: hasSound && conversation.status === 'completed',
  });
  const { id, transcript_segments: segments } = conversation;
  const seconds = secondsOf(conversation);
  const bands = useMemo(
    () => ribbonOf(turnsOf(segments), seconds, loudness),
    [segments, seconds, loudness],
  );
  const point = ({ clientY, currentTarget }: MouseEvent) => {
    const { top, height } = currentTarget.getBoundingClientRect();
    const at = Math.min(1, Math.max(0, (clientY - top) / height));
    const second = at * seconds;
    const said = segments.findLast(({ start }) => start <= second) ?? segments[0];
    setPointed(said ? { at, second, text: said.text } : null);
  };
  const open = ({ second }: Pointed) =>
    void navigate({ to: '/conversations/$id', params: { id }, search: { at: second } });
  /** Goes to the next or previous sentence, or to the first or last one. */
  const step = (key: string) => {
    const here = pointed ? segments.findLastIndex(({ start }) => start <= pointed.second) : -1;
    const last = segments.length - 1;
    const wanted = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: last }[key];
    const said = wanted === undefined ? undefined : segments[Math.min(last, Math.max(0, wanted))];
    if (!said) return false;
    setPointed({ at: seconds > 0 ? said.start / seconds : 0, second: said.start, text: said.text });
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setPointed(null);
    else if (event.key === 'Enter' && pointed) open(pointed);
    else if (!step(event.key)) return;
    event.preventDefault();
  };
  if (segments.length === 0) return null;
  return (
    <div
      role="slider"
      aria-orientation="vertical"
      tabIndex={0}
      aria-label={m.ribbon({ title: titleOf(conversation) })}
      aria-valuemin={0}
      aria-valuemax={Math.round(seconds)}
      aria-valuenow={Math.round(pointed?.second ?? 0)}
      aria-valuetext={
        pointed ? m.ribbon_at({ time: position(pointed.second), text: pointed.text }) : position(0)
      }
      className="relative z-10 h-full cursor-pointer"
      onPointerMove={point}
      onPointerLeave={() => setPointed(null)}
      onBlur={() => setPointed(null)}
      onKeyDown={onKeyDown}
      onClick={() => pointed && open(pointed)}
    >
      <svg
        viewBox={`0 0 ${WIDTH} ${STEPS}`}
        preserveAspectRatio="none"
        className="size-full overflow-visible"
      >
        {bands.map(({ colour, path }) => (
          <path key={path} d={path} fill={speakerColour(colour)} />
        ))}
      </svg>
      {pointed && (
        <p
          className="floating pointer-events-none absolute left-full z-20 ml-2 w-72 -translate-y-1/2 px-3 py-2 text-13"
          style={{ top: `${pointed.at * 100}%` }}
        >
          <span className="mr-2 text-ink-2 tabular-nums">{position(pointed.second)}</span>
          {pointed.text}
        </p>
      )}
    </div>
  );
}
