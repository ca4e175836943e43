/** A smaller difference comes from the whole seconds of a date and from the network. */
const TOLERANCE_MS = 60_000;

export const DAY_MS = 86_400_000;

let offsetMs = 0;

/** By how many milliseconds the clock of the service is ahead of the clock of this device. */
export const clockOffset = () => offsetMs;

/** Notes the time of the service: the `Date` header of an answer that has just arrived. */
export function setClock(date: string | null): void {
  const ahead = Date.parse(date ?? '') - Date.now();
  offsetMs = Math.abs(ahead) > TOLERANCE_MS ? ahead : 0;
}

/** The present moment by the clock of the service, which also dates the conversations. */
export const now = () => new Date(Date.now() + offsetMs);
