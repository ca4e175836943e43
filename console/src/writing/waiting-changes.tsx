import { useEffect, useRef } from 'react';
import { Button } from '../design/button.tsx';
import { useStore } from '../design/store.ts';
import * as m from '../paraglide/messages.js';
import { copyFrom, isOnline } from '../service/session.ts';
import { clockTime, dateAndTime, dayOf } from '../time/time.ts';
import { dropWrite, writeMine } from './queue.ts';
import { waiting } from './state.ts';
import type { Write } from './state.ts';

/** Says from when the page is, how many changes wait, and which could not be saved. */
export default function Foot() {
  const { count, problems } = useStore(waiting);
  const online = useStore(isOnline);
  const from = useStore(copyFrom);
  const when = from !== null && momentOf(from);
  const lines = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([{ target } = {}]) => {
      const { height = 0 } = target?.parentElement?.getBoundingClientRect() ?? {};
      style.setProperty('--foot', `${height}px`);
    });
    observer.observe(lines.current!);
    return () => {
      observer.disconnect();
      style.removeProperty('--foot');
    };
  }, []);
  return (
    <div ref={lines}>
      {!online ? (
        <p role="status">
          {m.offline()} {when && m.page_as_of({ when })}
        </p>
      ) : (
        when && <p role="status">{m.page_renews({ when })}</p>
      )}
      {count > 0 && (
        <p role="status">{count === 1 ? m.change_waits() : m.changes_wait({ count })}</p>
      )}
      {problems.map((write) => (
        <Problem key={write.order} write={write} />
      ))}
    </div>
  );
}

/** The day is named only when it is not today. */
function momentOf(ms: number): string {
  const date = new Date(ms);
  return dayOf(date) === dayOf(new Date()) ? clockTime(date) : dateAndTime(date);
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
