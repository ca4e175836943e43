import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { inputClass } from './field.tsx';
import * as m from '../paraglide/messages.js';

/** A line at the top of a list that adds a record. */
export function Adding({
  label,
  maxLength,
  onAdd,
  children,
}: {
  label: string;
  maxLength: number;
  onAdd: (text: string) => void;
  /** Additional fields. */
  children?: ReactNode;
}) {
  const [text, setText] = useState('');
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = text.trim();
        if (wanted === '') return;
        setText('');
        onAdd(wanted);
      }}
    >
      <input
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={maxLength}
        onChange={(event) => setText(event.target.value)}
        className={inputClass('min-w-0 flex-1 basis-56')}
      />
      {children}
      <Button type="submit" className="h-10">
        <Plus size={16} />
        {m.add()}
      </Button>
    </form>
  );
}
