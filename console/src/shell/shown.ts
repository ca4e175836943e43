import { createStore } from '../design/store.ts';

/** Whether the list of keys lies over the page. */
export const keysShown = createStore(false);
/** Whether the palette lies over the page. */
export const paletteShown = createStore(false);

export const showPalette = () => paletteShown.set(true);
