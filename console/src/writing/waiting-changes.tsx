import { Button } from '../design/button.tsx';
import { useStore } from '../design/store.ts';
import * as m from '../paraglide/messages.js';
import { dropWrite, writeMine } from './queue.ts';
import { waiting } from './state.ts';
import type { Write } from './state.ts';

/** Says how many changes wait, and shows those that could not be saved. */
export default function WaitingChanges() {
  const { count, problems } = useStore(waiting);
  return (
    <>
      {count > 0 && (
        <p role="status">{count === 1 ? m.change_waits() : m.changes_wait({ count })}</p>
      )}
      {problems.map((write) => (
        <Problem key={write.order} write={write} />
      ))}
    </>
  );
}

function Problem({ write }: { write: Write }) {
  const { problem, edit, input, item, about } = write;
  if (!problem) return null;
  const isDeletion = edit?.text === null;
  const text =
    edit?.text ??
    edit?.before ??
    item ??
    about ??
    input['description'] ??
    input['content'] ??
    input['title'] ??
    input['name'];
  return (
    <div role="alert" className="mx-auto grid max-w-[72ch] gap-2 py-2 text-left">
      {'theirs' in problem ? (
        <>
          <p className="wrap-anywhere">
            {isDeletion
              ? m.waited_deletion({ theirs: problem.theirs })
              : m.waited_changed_elsewhere({ theirs: problem.theirs, mine: String(text) })}
          </p>
          <p className="flex gap-2">
            <Button onClick={() => void writeMine(write)}>
              {isDeletion ? m.delete_verb() : m.use_mine()}
            </Button>
            <Button look="plain" onClick={() => void dropWrite(write)}>
              {isDeletion ? m.keep() : m.keep_theirs()}
            </Button>
          </p>
        </>
      ) : (
        <>
          <p className="wrap-anywhere">
            {m.waited_refused({ reason: problem.reason })}
            {typeof text === 'string' && <q className="ml-1">{text}</q>}
          </p>
          <Button className="w-fit" onClick={() => void dropWrite(write)}>
            {m.discard()}
          </Button>
        </>
      )}
    </div>
  );
}
