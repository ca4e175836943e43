import { isOnline } from './session.ts';

const RETRY_MS = 1_000;
/** While the service answers, a part that does not come is gone: there is a new version of the page. */
const MOST_TRIES = 3;

/** Asks for a part of the console until it arrives, also after the network was gone. */
export async function arriving<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await load();
    } catch (error) {
      if (isOnline.get() && tries >= MOST_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
