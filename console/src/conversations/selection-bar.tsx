import { FolderInput, Merge, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../design/button.tsx';
import * as m from '../paraglide/messages.js';

/**
 * The actions on the selected conversations, in a bar at the lower edge. It asks before it merges,
 * because nothing can divide them again.
 */
export function SelectionBar({
  count,
  onMove,
  onMerge,
  onDelete,
  onClear,
}: {
  count: number;
  onMove: () => void;
  onMerge: () => void;
  onDelete: () => void;
  onClear: () => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const asks = isAsking && count > 1;
  return (
    <div
      role="toolbar"
      data-foot
      aria-label={m.selection()}
      className="floating fixed inset-x-4 bottom-18 z-30 mx-auto flex w-fit items-center gap-1 py-1 pr-1 pl-4 sm:bottom-6"
    >
      <p className="mr-3 text-14 tabular-nums" role="status">
        {(asks ? m.merge_ask : m.selected_count)({ count })}
      </p>
      {asks ? (
        <Button autoFocus onClick={onMerge}>
          {m.merge()}
        </Button>
      ) : (
        <>
          <IconButton label={m.move_to_folder()} onClick={onMove}>
            <FolderInput size={18} />
          </IconButton>
          <IconButton label={m.merge()} onClick={() => setAsking(true)} disabled={count < 2}>
            <Merge size={18} />
          </IconButton>
          <IconButton label={m.delete_verb()} onClick={onDelete} className="hover:text-brick">
            <Trash2 size={18} />
          </IconButton>
        </>
      )}
      <IconButton
        label={asks ? m.cancel() : m.clear_selection()}
        onClick={asks ? () => setAsking(false) : onClear}
      >
        <X size={18} />
      </IconButton>
    </div>
  );
}
