import { followEvents } from '../service/events.ts';

/** The page comes first. */
const LEFT_SOUND_MS = 2_000;

/** Background work of a signed-in page, which no component shows. */
export function startBackground(stopped: AbortSignal): void {
  followEvents(stopped);
  // Set by the first talk in this browser.
  if (!localStorage.getItem('device')) return;
  const timer = setTimeout(async () => {
    const { sendLeftSound } = await import('../talk/talk.ts');
    await sendLeftSound();
  }, LEFT_SOUND_MS);
  stopped.addEventListener('abort', () => clearTimeout(timer));
}
