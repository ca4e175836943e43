import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { toMessage } from '../service/problems.ts';
import { Button } from './button.tsx';
import { inputClass } from './field.tsx';
import { createStore, useStore } from './store.ts';
import type { Store } from './store.ts';
import * as m from '../paraglide/messages.js';

/**
 * A line at the top of a list that adds a record. The text stands below the line until the record
 * is stored. A refused text returns to the field.
 */
export function Adding({
  label,
  draft,
  onAdd,
  autoFocus = false,
  children,
}: {
  label: string;
  /** Keeps the text while the field is not on the page. */
  draft?: Store<string>;
  onAdd: (text: string) => Promise<unknown>;
  autoFocus?: boolean;
  /** Additional fields. */
  children?: ReactNode;
}) {
  const id = useId();
  const [ownDraft] = useState(() => createStore(''));
  const typed = draft ?? ownDraft;
  const { set: setText } = typed;
  const text = useStore(typed);
  const [problem, setProblem] = useState('');
  const [adding, setAdding] = useState<readonly string[]>([]);
  const add = async () => {
    const wanted = text.trim();
    // A second press adds nothing twice.
    if (wanted === '' || adding.includes(wanted)) return;
    setAdding((before) => [...before, wanted]);
    setText('');
    setProblem('');
    try {
      await onAdd(wanted);
    } catch (error) {
      const isFree = typed.get().trim() === '';
      if (isFree) setText(wanted);
      // The user has begun the next text while this one was sent.
      setProblem(isFree ? toMessage(error) : `${wanted}: ${toMessage(error)}`);
    }
    setAdding((before) => before.filter((each) => each !== wanted));
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
        autoFocus={autoFocus}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? id : undefined}
        onChange={(event) => setText(event.target.value)}
        className={inputClass('min-w-0 flex-1 basis-56')}
      />
      {children}
      <Button type="submit" className="h-10">
        <Plus size={16} />
        {m.add()}
      </Button>
      {adding.map((each) => (
        <p key={each} dir="auto" className="line-clamp-3 basis-full py-1 wrap-anywhere text-ink-2">
          {each}
        </p>
      ))}
      {problem && (
        <p id={id} role="alert" className="basis-full text-13 wrap-anywhere text-brick">
          {problem}
        </p>
      )}
    </form>
  );
}
