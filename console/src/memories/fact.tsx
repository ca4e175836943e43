import { Trash2 } from 'lucide-react';
import type { Memory } from '../../../client/src/index.ts';
import { IconButton } from '../design/button.tsx';
import { Editable } from '../design/editable.tsx';
import * as m from '../paraglide/messages.js';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';
import { holdDeletion } from '../shell/held-deletions.ts';
import { useRewrite } from './memories.ts';

/** A fact that can be edited and deleted. */
export function Fact({ fact }: { fact: Memory }) {
  const rewrite = useRewrite();
  const remove = () =>
    holdDeletion([fact.id], {
      text: m.memory_deleted(),
      run: () => service.deleteOwnMemory({ memory_id: fact.id }),
      after: () => queryClient.invalidateQueries({ queryKey: ['memories'] }),
    });
  return (
    <div className="group flex items-start gap-2 py-1">
      <div className="min-w-0 flex-1 py-1.5">
        <Editable
          text={fact.content}
          label={m.edit_memory()}
          onSave={(content) => rewrite.mutate({ id: fact.id, content })}
        />
      </div>
      <IconButton
        label={m.delete_item({ title: fact.content })}
        onClick={remove}
        className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
      >
        <Trash2 size={16} />
      </IconButton>
    </div>
  );
}
