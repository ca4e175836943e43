import { createStore } from '../../design/store.ts';

/** True when the palette has asked for a new key, which its page then begins. */
export const newKeyWanted = createStore(false);
