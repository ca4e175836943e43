import { FolderInput, Merge, Trash2, X } from 'lucide-react';
import { IconButton } from '../design/button.tsx';
import * as m from '../paraglide/messages.js';

/** The actions on the selected conversations, in a bar at the lower edge. */
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
  return (
    <div
      role="toolbar"
      data-foot
      aria-label={m.selection()}
      className="floating fixed inset-x-4 bottom-18 z-30 mx-auto flex w-fit items-center gap-1 py-1 pr-1 pl-4 sm:bottom-6"
    >
      <p className="mr-3 text-14 tabular-nums" role="status">
        {m.selected_count({ count })}
      </p>
      <IconButton label={m.move_to_folder()} onClick={onMove}>
        <FolderInput size={18} />
      </IconButton>
      <IconButton label={m.merge()} onClick={onMerge} disabled={count < 2}>
        <Merge size={18} />
      </IconButton>
      <IconButton label={m.delete_verb()} onClick={onDelete} className="hover:text-brick">
        <Trash2 size={18} />
      </IconButton>
      <IconButton label={m.clear_selection()} onClick={onClear}>
        <X size={18} />
      </IconButton>
    </div>
  );
}
