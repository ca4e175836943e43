import { findTimes } from '../src/engines/understanding/dates.ts';

interface DatesRequest {
  text: string;
  ref: string;
  timezone: string;
}

/** Operation `dates` of an outside evaluation: every date phrase of a text. */
export function dates(request: DatesRequest) {
  const mentions = findTimes(request.text, {
    at: new Date(request.ref),
    timezone: request.timezone,
  });
  return {
    mentions: mentions.map(({ date, time, instant, end }) => ({
      date,
      time,
      instant,
      end: end ?? undefined,
    })),
  };
}
