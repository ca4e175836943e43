/** Remembers in this browser what the user chose in the palette, and which records were opened. */

const CHOSEN = 'commonplace-chosen';
const OPENED = 'commonplace-opened';
const MOST_OPENED = 30;
/** A choice counts half after two weeks. */
const HALF_MS = 14 * 86_400_000;

type Chosen = Record<string, { weight: number; at: number }>;

export interface Opened {
  /** The address in the console. */
  to: string;
  title: string;
}

const read = <Value>(key: string, none: Value): Value =>
  (JSON.parse(localStorage.getItem(key) ?? 'null') as Value | null) ?? none;

const weightAt = ({ weight, at }: Chosen[string], now: number) =>
  weight * 0.5 ** ((now - at) / HALF_MS);

/** Returns how often a command was chosen lately; 0 for never. */
export function weightsOfChoices(): (key: string) => number {
  const chosen = read<Chosen>(CHOSEN, {});
  const now = Date.now();
  return (key) => (Object.hasOwn(chosen, key) ? weightAt(chosen[key]!, now) : 0);
}

export function noteChosen(key: string): void {
  const chosen = read<Chosen>(CHOSEN, {});
  const at = Date.now();
  const before = Object.hasOwn(chosen, key) ? weightAt(chosen[key]!, at) : 0;
  localStorage.setItem(CHOSEN, JSON.stringify({ ...chosen, [key]: { weight: before + 1, at } }));
}

/** Returns the records that were opened last, the newest first. */
export const openedLately = (): readonly Opened[] => read<Opened[]>(OPENED, []);

export function noteOpened({ to, title }: Opened): void {
  const others = openedLately().filter((each) => each.to !== to);
  localStorage.setItem(OPENED, JSON.stringify([{ to, title }, ...others].slice(0, MOST_OPENED)));
}

/** Deletes both, because the user leaves this browser. */
export function forgetChoices(): void {
  localStorage.removeItem(CHOSEN);
  localStorage.removeItem(OPENED);
}
