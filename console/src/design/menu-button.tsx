import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import { arriving } from '../service/arriving.ts';
import { IconButton } from './button.tsx';

export interface MenuEntry {
  label: string;
  icon: ReactNode;
  run?: () => void;
  /** The address of a file to download. */
  href?: string;
  tone?: 'danger';
  /** Draws a separator line above the entry. */
  line?: boolean;
}

const load = () => import('./menu.tsx');
const OpenMenu = lazy(() => arriving(load));

/** A button whose menu is loaded when the user points at it, so that pages stay small. */
export function MenuButton({
  label,
  icon,
  entries,
}: {
  label: string;
  icon: ReactNode;
  entries: readonly MenuEntry[];
}) {
  const [isWanted, setWanted] = useState(false);
  const button = (
    <IconButton
      label={label}
      aria-haspopup="menu"
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setWanted(true)}
    >
      {icon}
    </IconButton>
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <OpenMenu trigger={<IconButton label={label}>{icon}</IconButton>} entries={entries} />
    </Suspense>
  );
}
