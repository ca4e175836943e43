import { Adding } from '../design/adding.tsx';
import { useStore } from '../design/store.ts';
import * as m from '../paraglide/messages.js';
import { position } from '../time/time.ts';
import { addNote, draft, notes } from './notes.ts';

/** A field for notes, and the notes so far with their times in the talk. */
export function NotesBeside() {
  const typed = useStore(notes);
  return (
    <section aria-label={m.talk_notes()} className="grid gap-3 border-t border-hairline py-4">
      {typed.length > 0 && (
        // The reversed direction keeps the newest note in view.
        <div className="flex max-h-20 flex-col-reverse overflow-y-auto">
          <ul className="grid gap-1.5 text-14">
            {typed.map(({ text, second }) => (
              <li key={`${second} ${text}`} className="grid grid-cols-[48px_1fr] gap-2">
                <span className="text-13 text-ink-2 tabular-nums">{position(second)}</span>
                <span dir="auto" className="wrap-anywhere">
                  {text}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Adding label={m.talk_note()} draft={draft} onAdd={async (text) => addNote(text)} />
    </section>
  );
}
