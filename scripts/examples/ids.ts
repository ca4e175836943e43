import type { Json } from '../../src/testing/clients/api-user.ts';
import { tableOf } from '../../src/testing/path-ids.ts';

/** Returns whether an operation at a path may use the row. */
type Fits = (row: Json, path: string, rows: Tables) => boolean;
type Tables = Map<string, string[]>;

const FITTING: Record<string, Fits> = {
  api_keys: ({ family, name }, path) =>
    name !== 'test' && path.startsWith(`/v1/${family === 'developer' ? 'dev' : family}/`),
  assistant_activity: ({ action }, path) => !path.endsWith('/undo') || action === 'added',
  connections: ({ kind }, path) => path.endsWith('/calendars') === (kind === 'caldav'),
  chat_messages: ({ sender }) => sender !== 'human',
  conversations: ({ status, title }, path, rows) =>
    status === 'completed' &&
    title !== '' &&
    (!/item|events/.test(path) || rows.get('action_items')!.length > 0),
  deliveries: ({ endpoint_id }, path, rows) => endpoint_id === endpointFor(path, rows)?.id,
  memories: ({ until, content }) => until === null && content !== 'Is allergic to peanuts',
  // The oldest session makes the requests.
  sessions: ({ created_at }, _, rows) =>
    rowsIn('sessions', rows).some((other) => other.created_at < created_at),
  segments: ({ conversation_id }, path, rows) =>
    conversation_id === chosen('conversations', path, rows)?.id,
  receivers: ({ id }, path, rows) => id === endpointFor(path, rows)?.id,
};

/** A key reaches only the endpoints that it made. */
function endpointFor(path: string, rows: Tables): Json {
  const wantsKey = path.startsWith('/v1/dev/');
  return rowsIn('receivers', rows).find(({ key_id }) => (key_id !== null) === wantsKey);
}

function rowsIn(table: string, rows: Tables): Json[] {
  const all = (rows.get(table) ?? []).map((row) => JSON.parse(row));
  return all.toSorted((a, b) => String(a.id).localeCompare(String(b.id)));
}

function chosen(table: string, path: string, rows: Tables, index = 0): Json | undefined {
  const fits = FITTING[table] ?? (() => true);
  return rowsIn(table, rows).filter((row) => fits(row, path, rows))[index];
}

/** Returns the id of a record on which the operation succeeds; `index` is its place in an array. */
export type IdFor = (field: string, index?: number) => string | undefined;

export function idsFrom(rows: Tables, path: string): IdFor {
  return (field, index = 0) => {
    const isOther = /^(?:other|target)_/.test(field);
    const table = tableOf(field.replace(/^other_/, ''));
    if (table === undefined) return undefined;
    const row = chosen(table, path, rows, index + Number(isOther));
    return row === undefined ? undefined : String(row.id);
  };
}
