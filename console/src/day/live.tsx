import { useEffect, useState } from 'react';
import type { Conversation, LiveSegment } from '../../../client/src/index.ts';
import { speakerColour } from '../design/speaker.tsx';
import * as m from '../paraglide/messages.js';
import { turnsOf, withHeard } from '../reading/turns.ts';
import { onWords } from '../service/events.ts';

const SHOWN_TURNS = 4;

/** Shows the latest words of a live conversation from any device at the end of the thread. */
export function Live({ conversation }: { conversation: Conversation }) {
  const segments = useLiveSegments(conversation);
  const turns = turnsOf(segments).slice(-SHOWN_TURNS);
  if (turns.length === 0) {
    return (
      <p className="mt-1 text-ink-2 italic">
        {conversation.source === 'demo' ? m.sample_playing() : m.talk_say_something()}
      </p>
    );
  }
  return (
    <div role="log" aria-live="polite" className="mt-1 grid gap-1.5 font-serif text-18">
      {turns.map(({ id, speaker, segments: said }) => (
        <p key={id}>
          <span
            aria-hidden="true"
            className="mr-2 inline-block size-2 rounded-full"
            style={{ backgroundColor: speakerColour(speaker.colour) }}
          />
          <span className="sr-only">{speaker.name}: </span>
          {said.map(({ text }) => text).join(' ')}
        </p>
      ))}
    </div>
  );
}

function useLiveSegments({ id, transcript_segments }: Conversation): LiveSegment[] {
  const [heard, setHeard] = useState<readonly LiveSegment[]>([]);
  useEffect(
    () =>
      onWords(({ conversation_id, segments }) => {
        if (conversation_id === id) setHeard((before) => withHeard(before, segments));
      }),
    [id],
  );
  return withHeard(transcript_segments, heard);
}
