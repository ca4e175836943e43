import { Link } from '@tanstack/react-router';
import { History, Trash2 } from 'lucide-react';
import { IconButton, iconButtonClass } from '../design/button.tsx';
import { Editable } from '../design/editable.tsx';
import * as m from '../paraglide/messages.js';
import { deleteRecords } from '../writing/deletions.ts';
import { Waits } from '../writing/waits.tsx';
import { useRewrite } from './memories.ts';
import { Origin } from './origin.tsx';
import type { Told } from './origin.tsx';

const ON_HOVER =
  'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100';

/** A fact that can be edited and deleted, with a link to its history except on its own page. */
export function Fact({ fact, isAlone = false }: { fact: Told; isAlone?: boolean }) {
  const rewrite = useRewrite(fact.id);
  const remove = () =>
    deleteRecords('memory', [{ id: fact.id, before: fact.content }], m.memory_deleted());
  return (
    <div className="group flex items-start gap-2 py-1">
      <div className="min-w-0 flex-1 py-1.5">
        <Editable text={fact.content} label={m.edit_memory()} onSave={rewrite.mutateAsync} />
        <Origin fact={fact} />
        <Waits id={fact.id} />
      </div>
      {!isAlone && (
        <Link
          to="/memories/$id"
          params={{ id: fact.id }}
          aria-label={m.memory_history()}
          title={m.memory_history()}
          className={iconButtonClass(ON_HOVER)}
        >
          <History size={16} />
        </Link>
      )}
      <IconButton
        label={m.delete_item({ title: fact.content })}
        onClick={remove}
        className={ON_HOVER}
      >
        <Trash2 size={16} />
      </IconButton>
    </div>
  );
}
