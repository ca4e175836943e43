import { Fragment } from 'react';
import type { LiveSegment } from '../../../../client/src/index.ts';
import { Button } from '../../design/button.tsx';
import { notify } from '../../design/notices.ts';
import * as m from '../../paraglide/messages.js';
import { toMessage } from '../../service/problems.ts';
import { splitTurn } from './corrections.ts';

/** The words of a turn as buttons. The chosen word and all words after it get a new speaker. */
export function Splitting({
  id,
  segments,
  onDone,
}: {
  /** The id of the conversation. */
  id: string;
  segments: readonly LiveSegment[];
  onDone: () => void;
}) {
  const split = (at: number, word: number) => {
    splitTurn(id, segments.slice(at), word).catch((error: unknown) =>
      notify(toMessage(error), { tone: 'problem' }),
    );
    onDone();
  };
  return (
    <div className="grid gap-3 py-1">
      <p className="text-13 text-ink-2">{m.split_about()}</p>
      <p className="font-serif text-16 leading-relaxed" dir="auto">
        {segments.map((segment, at) =>
          segment.text.split(/\s+/).map((text, word) => (
            // oxlint-disable-next-line react/no-array-index-key -- words repeat
            <Fragment key={`${segment.id} ${word}`}>
              <button
                type="button"
                disabled={at + word === 0}
                onClick={() => split(at, word)}
                className="rounded-[3px] enabled:hover:bg-ember-wash"
              >
                {text}
              </button>{' '}
            </Fragment>
          )),
        )}
      </p>
      <Button look="plain" className="w-fit" onClick={onDone}>
        {m.cancel()}
      </Button>
    </div>
  );
}
