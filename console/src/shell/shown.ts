import { createStore } from '../design/store.ts';

/** True while the list of keys is open. */
export const keysShown = createStore(false);
/** True while the palette is open. */
export const paletteShown = createStore(false);

export const showPalette = () => paletteShown.set(true);
