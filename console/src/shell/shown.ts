import { createStore } from '../design/store.ts';

/** True while the list of keys is open. */
export const keysShown = createStore(false);
/** True while the palette is open. */
export const paletteShown = createStore(false);

/** The keys that the user pressed before the palette had its field. */
let typedAhead = '';

function keepKey(event: KeyboardEvent): void {
  if (!paletteShown.get()) return stopKeeping();
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey) return;
  typedAhead += event.key;
  event.preventDefault();
}

const stopKeeping = () => removeEventListener('keydown', keepKey, true);

export function showPalette(): void {
  if (paletteShown.get()) return;
  typedAhead = '';
  paletteShown.set(true);
  addEventListener('keydown', keepKey, true);
}

/** Returns what was typed until now; from now on, the field gets the keys. */
export function takeTypedAhead(): string {
  stopKeeping();
  const text = typedAhead;
  typedAhead = '';
  return text;
}
