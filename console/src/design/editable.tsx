import { useId, useRef, useState } from 'react';
import * as m from '../paraglide/messages.js';
import { ChangedElsewhere } from '../service/merging.ts';
import type { Edit } from '../service/merging.ts';
import { toMessage } from '../service/problems.ts';
import { Button } from './button.tsx';
import { TextArea } from './field.tsx';
import { useDraft } from './forms/draft.ts';

/**
 * A text that becomes a field when it is clicked. Enter and blur save the text; Escape does not.
 * A refused text opens the field again with the reason below it. If the text was changed elsewhere
 * meanwhile, the user chooses between the two texts.
 */
export function Editable({
  text,
  label,
  className = '',
  isRow = true,
  onSave,
}: {
  text: string;
  label: string;
  className?: string;
  /** True if the keys for rows lead to the text. */
  isRow?: boolean;
  onSave: (edit: Edit) => Promise<unknown>;
}) {
  const id = useId();
  const { draft, setDraft, isOpen } = useDraft();
  const [refused, setRefused] = useState<{ text: string; error: unknown } | null>(null);
  const before = useRef(text);
  const field = useRef<HTMLDivElement>(null);
  if (draft === null) {
    return (
      <button
        type="button"
        title={label}
        data-row={isRow || undefined}
        dir="auto"
        onClick={() => {
          before.current = text;
          setDraft(text);
        }}
        className={`block w-full cursor-text rounded-[3px] text-start wrap-anywhere hover:bg-sunken ${className}`}
      >
        {text}
      </button>
    );
  }
  const close = () => {
    setDraft(null);
    setRefused(null);
  };
  const finish = async () => {
    const wanted = draft.trim();
    close();
    if (wanted === '' || wanted === before.current) return;
    try {
      await onSave({ text: wanted, before: before.current });
    } catch (error) {
      setDraft(wanted);
      setRefused({ text: wanted, error });
      // The next save replaces the text that the user has now seen.
      if (error instanceof ChangedElsewhere) before.current = error.theirs;
    }
  };
  return (
    <div
      ref={field}
      onBlur={({ relatedTarget }) => {
        // Leaving the field does not send a refused text again.
        const isInside = field.current?.contains(relatedTarget);
        if (isOpen.current && !isInside && draft.trim() !== refused?.text) void finish();
      }}
    >
      <TextArea
        autoFocus
        label={label}
        value={draft}
        rows={1}
        dir="auto"
        className="max-h-80"
        aria-invalid={refused ? true : undefined}
        aria-describedby={refused ? id : undefined}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close();
          if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault();
            void finish();
          }
        }}
      />
      {refused && (
        <div role="alert" className="grid gap-2 py-2 font-sans text-13 font-normal">
          {refused.error instanceof ChangedElsewhere ? (
            <>
              <p id={id} className="wrap-anywhere">
                {m.text_changed_elsewhere({ theirs: refused.error.theirs })}
              </p>
              <p className="flex gap-2">
                <Button onClick={() => void finish()}>{m.use_mine()}</Button>
                <Button look="plain" onClick={close}>
                  {m.keep_theirs()}
                </Button>
              </p>
            </>
          ) : (
            <p id={id} className="text-brick">
              {toMessage(refused.error)}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
