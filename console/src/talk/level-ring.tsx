import type { ReactNode } from 'react';
import { useStore } from '../design/store.ts';
import { meter } from './state.ts';

/** How much the ring grows at the loudest sound. */
const GROWTH = 0.35;

/**
 * A round button whose ring grows with the loudness of the sound; the ring is hollow when nothing
 * is sent.
 */
export function LevelRing({
  label,
  isActive,
  children,
  ...rest
}: {
  label: string;
  isActive: boolean;
  onClick: () => void;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <span className="relative grid size-20 place-items-center">
      {isActive && <Breath />}
      <button
        type="button"
        aria-label={label}
        title={label}
        className={`relative grid size-20 place-items-center rounded-full border-2 border-ember transition-colors disabled:opacity-50 ${
          isActive ? 'bg-ember text-paper' : 'bg-paper text-ember hover:bg-ember-wash'
        }`}
        {...rest}
      >
        {children}
      </button>
    </span>
  );
}

function Breath() {
  const { level } = useStore(meter);
  return (
    <span
      aria-hidden="true"
      className="absolute inset-0 rounded-full bg-ember opacity-30 transition-transform duration-100"
      style={{ transform: `scale(${1 + GROWTH * level})` }}
    />
  );
}
