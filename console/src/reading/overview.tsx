import { useMemo } from 'react';
import type { LiveSegment } from '../../../client/src/index.ts';
import { classNames, LEADING_WORDS } from '../design/class-names.ts';
import { PressableWords } from './turn/pressable-words.tsx';
import * as m from '../paraglide/messages.js';
import { position } from '../time/time.ts';
import { momentsIn, sentencesOf } from './moments.ts';

/** The overview of a conversation. Each sentence leads to the words from which it comes. */
export function Overview({
  text,
  segments,
  onOpen,
}: {
  text: string;
  segments: readonly LiveSegment[];
  onOpen: (segment: LiveSegment) => void;
}) {
  const momentOf = useMemo(() => momentsIn(segments), [segments]);
  return (
    <div className="grid max-w-[68ch] gap-4 font-serif text-18 leading-[1.6]" dir="auto">
      {text.split(/\n+/).map((paragraph) => (
        <p key={paragraph}>
          {sentencesOf(paragraph).map((sentence) => {
            const segment = momentOf(sentence);
            if (!segment) return `${sentence} `;
            return (
              <span key={sentence}>
                <PressableWords
                  title={m.words_at({ time: position(segment.start) })}
                  onPress={() => onOpen(segment)}
                  className={classNames('cursor-pointer', LEADING_WORDS)}
                >
                  {sentence}
                </PressableWords>{' '}
              </span>
            );
          })}
        </p>
      ))}
    </div>
  );
}
