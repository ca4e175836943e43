import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { TextArea } from '../../design/field.tsx';
import { notify } from '../../design/notices.ts';
import { Sheet } from '../../design/sheet.tsx';
import { useAdd } from '../../memories/memories.ts';
import type { Shelf } from '../../memories/memories.ts';
import * as m from '../../paraglide/messages.js';
import { toMessage } from '../../service/problems.ts';

/** The maximum length of a fact. */
const MAX_CHARACTERS = 500;
const SHELVES: readonly (readonly [Shelf, () => string])[] = [
  ['you', m.about_you],
  ['interesting', m.interesting],
];

/** A dialog in which words of a conversation become a fact. */
export default function RememberSheet({
  id,
  words,
  onClose,
}: {
  /** The id of the conversation. */
  id: string;
  words: string;
  onClose: () => void;
}) {
  const [text, setText] = useState(words);
  const [shelf, setShelf] = useState<Shelf>('you');
  const add = useAdd(shelf, { conversation_id: id });
  const content = text.trim();
  const isLong = [...content].length > MAX_CHARACTERS;
  const remember = () => {
    if (content === '' || isLong || add.isPending) return;
    add.mutate(content, {
      onSuccess: (made) => {
        if (!made?.known && !made?.resembles) notify(m.remembered());
        onClose();
      },
    });
  };
  const problem = isLong
    ? m.remember_long({ most: MAX_CHARACTERS })
    : add.error && toMessage(add.error);
  return (
    <Sheet title={m.remember()} about={m.remember_about()} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          remember();
        }}
      >
        <TextArea
          autoFocus
          label={m.remember_words()}
          value={text}
          dir="auto"
          className="max-h-60 font-serif"
          aria-invalid={problem ? true : undefined}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) remember();
          }}
        />
        {problem && (
          <p role="alert" className="text-13 text-brick">
            {problem}
          </p>
        )}
        <fieldset className="flex flex-wrap gap-x-5 gap-y-2 text-14">
          <legend className="sr-only">{m.memories()}</legend>
          {SHELVES.map(([name, label]) => (
            <label key={name} className="flex items-center gap-2">
              <input
                type="radio"
                name="shelf"
                checked={shelf === name}
                onChange={() => setShelf(name)}
              />
              {label()}
            </label>
          ))}
        </fieldset>
        <Button
          type="submit"
          look="primary"
          className="w-fit"
          disabled={content === '' || isLong || add.isPending}
        >
          {m.remember()}
        </Button>
      </form>
    </Sheet>
  );
}
