import type { LiveSegment } from '../../../../client/src/index.ts';
import * as m from '../../paraglide/messages.js';
import { position } from '../../time/time.ts';
import { PressableWords } from '../turn/pressable-words.tsx';
import { isNote } from '../turns.ts';

/** The notes that the user typed beside the talk, in their own words. Each leads to its moment. */
export function OwnNotes({
  segments,
  onOpen,
}: {
  segments: readonly LiveSegment[];
  onOpen: (segment: LiveSegment) => void;
}) {
  const notes = segments.filter(isNote);
  if (notes.length === 0) return null;
  return (
    <section aria-label={m.your_notes()} className="grid gap-2">
      <h2 className="text-13 font-medium text-ink-2">{m.your_notes()}</h2>
      <ul className="grid gap-1.5">
        {notes.map((note) => (
          <li key={note.id} className="grid grid-cols-[48px_1fr] items-baseline gap-2">
            <span className="text-13 text-ink-2 tabular-nums">{position(note.start)}</span>
            <PressableWords
              dir="auto"
              title={m.words_at({ time: position(note.start) })}
              onPress={() => onOpen(note)}
              className="cursor-pointer rounded-[3px] wrap-anywhere hover:bg-sunken"
            >
              {note.text}
            </PressableWords>
          </li>
        ))}
      </ul>
    </section>
  );
}
