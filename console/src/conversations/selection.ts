import { useState } from 'react';

export interface Selection {
  ids: readonly string[];
  has: (id: string) => boolean;
  /** Selects one row, or all rows from the last selected one to this one. */
  toggle: (id: string, isRange?: boolean) => void;
  clear: () => void;
}

/** The selected records of a list. Records that leave the list are no longer selected. */
export function useSelection(listed: readonly { id: string }[]): Selection {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [last, setLast] = useState<string | null>(null);
  const order = listed.map(({ id }) => id);
  const ids = chosen.filter((id) => order.includes(id));
  return {
    ids,
    has: (id) => ids.includes(id),
    toggle: (id, isRange = false) => {
      setLast(id);
      const [from, to] = [order.indexOf(last ?? id), order.indexOf(id)].sort((a, b) => a - b);
      if (isRange && from! >= 0) {
        setChosen([...new Set([...ids, ...order.slice(from, to! + 1)])]);
      } else {
        setChosen(ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]);
      }
    },
    clear: () => setChosen([]),
  };
}
