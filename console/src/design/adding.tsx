import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { toMessage } from '../service/problems.ts';
import { Button } from './button.tsx';
import { inputClass } from './field.tsx';
import { createStore, useStore } from './store.ts';
import type { Store } from './store.ts';
import * as m from '../paraglide/messages.js';

/** A line at the top of a list that adds a record. A refused text stays in the field. */
export function Adding({
  label,
  draft,
  onAdd,
  children,
}: {
  label: string;
  /** Keeps the text while the field is not on the page. */
  draft?: Store<string>;
  onAdd: (text: string) => Promise<unknown>;
  /** Additional fields. */
  children?: ReactNode;
}) {
  const id = useId();
  const [ownDraft] = useState(() => createStore(''));
  const { set: setText } = draft ?? ownDraft;
  const text = useStore(draft ?? ownDraft);
  const [problem, setProblem] = useState('');
  const [isPending, setPending] = useState(false);
  const add = async () => {
    const wanted = text.trim();
    if (wanted === '' || isPending) return;
    setPending(true);
    setProblem('');
    try {
      await onAdd(wanted);
      // The user may have typed the next text while this one was sent.
      setText((now) => (now.trim() === wanted ? '' : now));
    } catch (error) {
      setProblem(toMessage(error));
    }
    setPending(false);
  };
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <input
        aria-label={label}
        placeholder={label}
        value={text}
        dir="auto"
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? id : undefined}
        onChange={(event) => setText(event.target.value)}
        className={inputClass('min-w-0 flex-1 basis-56')}
      />
      {children}
      <Button type="submit" className="h-10" disabled={isPending}>
        <Plus size={16} />
        {m.add()}
      </Button>
      {problem && (
        <p id={id} role="alert" className="basis-full text-13 text-brick">
          {problem}
        </p>
      )}
    </form>
  );
}
