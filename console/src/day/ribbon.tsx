import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { MouseEvent } from 'react';
import type { Conversation } from '../../../client/src/index.ts';
import { secondsOf } from '../conversations/conversations.ts';
import { speakerColour } from '../design/speaker.tsx';
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
  return (
    <div
      aria-hidden="true"
      className="relative z-10 h-full cursor-pointer"
      onPointerMove={point}
      onPointerLeave={() => setPointed(null)}
      onClick={() => {
        if (!pointed) return;
        void navigate({
          to: '/conversations/$id',
          params: { id },
          search: { at: pointed.second },
        });
      }}
    >
      <svg
        viewBox={`0 0 ${WIDTH} ${STEPS}`}
        preserveAspectRatio="none"
        className="size-full overflow-visible"
      >
        {bands.map(({ speaker, path }) => (
          <path key={path} d={path} fill={speakerColour(speaker)} />
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
