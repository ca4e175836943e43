/** Removes from recorded examples what differs in each run, and what is too long to read. */

const UUID =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?<=\bgoal_)[0-9a-f]{12}\b/g;
const TIME = /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g;
const SECRET = /\b(svc_[a-z]{3}_|whsec_)[A-Za-z0-9_/+-]{6,}=*/g;
const RANDOM = /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{24,}=*(?![\w-])/g;
const LOCAL = /\b(http|ws):\/\/(?:127\.0\.0\.1|localhost):\d+/g;
const FIRST = '0198c1a2-7b3c-7d4e-8f50-';
/** The end of a memory's sort key is the time of its creation. */
const SCORING = /(?<=^\d\d_\d{3}_)\d{10}$/;
/** The beginning of the public key in the example of RFC 8291: a shorter key is not valid. */
const PUBLIC = 'BCVxsr7N_';
const MAX_ITEMS = 2;
const MAX_TEXT = 300;
/** Times of this run are replaced; those of the story stay. */
const NOW = '2026-03-02T18:05:00.000Z';

/** Returns a function that gives equal values in each run. Ids keep their relations. */
export function stabiliser(begun: Date): (value: unknown) => unknown {
  const ids = new Map<string, string>();
  const idOf = (id: string) => {
    const known =
      ids.get(id) ?? `0198c1a2-7b3c-7d4e-8f50-${String(ids.size + 1).padStart(12, '0')}`;
    ids.set(id, known);
    return known;
  };
  const ofText = (text: string): string => {
    const plain = text
      .replace(UUID, (id) => (id.startsWith('00000000-') ? id : idOf(id)))
      .replace(TIME, (time) => (Date.parse(time) >= begun.getTime() - 60_000 ? NOW : time))
      .replace(SECRET, '$13yVd…')
      .replace(SCORING, String(Date.parse(NOW) / 1000))
      .replace(RANDOM, (word) =>
        word.startsWith(FIRST) || word.startsWith(PUBLIC) ? word : `${word.slice(0, 6)}…`,
      )
      .replace(LOCAL, (_, scheme) => (scheme === 'ws' ? 'wss' : 'https') + '://me.example.org');
    return plain.length > MAX_TEXT ? `${plain.slice(0, MAX_TEXT)}…` : plain;
  };
  const of = (value: unknown): unknown => {
    if (typeof value === 'string') return ofText(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(of);
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, of(inner)]));
  };
  return of;
}
