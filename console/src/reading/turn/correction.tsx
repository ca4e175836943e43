import { useEffect, useRef, useState } from 'react';
import type { LiveSegment } from '../../../../client/src/index.ts';
import { TextArea } from '../../design/field.tsx';
import { FormButtons } from '../../design/forms/form.tsx';
import * as m from '../../paraglide/messages.js';
import { ChangedElsewhere } from '../../service/merging.ts';
import { toMessage } from '../../service/problems.ts';
import { position } from '../../time/time.ts';
import type { RefusedEdit, SegmentEdit } from './corrections.ts';

/** The sentences of a turn as fields. A refused text stands in its field with the reason. */
export function Correction({
  segments,
  refused,
  onSave,
  onCancel,
}: {
  segments: readonly LiveSegment[];
  refused: readonly RefusedEdit[];
  onSave: (edits: readonly SegmentEdit[]) => void;
  onCancel: () => void;
}) {
  /** The texts when the edit began, because the words may change elsewhere meanwhile. */
  const [edits, setEdits] = useState<readonly (SegmentEdit & { error?: unknown })[]>(() =>
    segments.map(
      ({ id, text }) =>
        refused.find(({ segment_id }) => segment_id === id) ?? {
          segment_id: id,
          text,
          before: text,
        },
    ),
  );
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('textarea')?.focus(), []);
  const starts = new Map(segments.map(({ id, start }) => [id, start]));
  const save = () => {
    const wanted = edits.map(({ segment_id, text, before }) => ({
      segment_id,
      text: text.trim(),
      before,
    }));
    onSave(wanted.filter(({ text, before }) => text !== '' && text !== before));
  };
  return (
    <form
      ref={form}
      className="grid gap-2 py-1"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
      }}
    >
      {edits.map(({ segment_id, text, error }) => (
        <div key={segment_id} className="grid gap-1">
          <TextArea
            label={m.words_at({ time: position(starts.get(segment_id) ?? 0) })}
            value={text}
            className="font-serif"
            aria-invalid={error ? true : undefined}
            onChange={(event) =>
              setEdits(
                edits.map((each) =>
                  each.segment_id === segment_id ? { ...each, text: event.target.value } : each,
                ),
              )
            }
          />
          {error !== undefined && (
            <p role="alert" className="text-13 wrap-anywhere text-brick">
              {error instanceof ChangedElsewhere
                ? m.words_changed_elsewhere({ theirs: error.theirs })
                : toMessage(error)}
            </p>
          )}
        </div>
      ))}
      <FormButtons submit={m.save()} onCancel={onCancel} />
    </form>
  );
}
