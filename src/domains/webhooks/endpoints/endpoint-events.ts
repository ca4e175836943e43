import type { ChangeNote } from '../../changes/feed.ts';
import { covers, subjectOf } from './endpoint.ts';
import type { NewDelivery } from './endpoint-deliveries.sql.ts';
import type { EndpointRow } from './endpoints.sql.ts';

/** Words of a live recording cause no delivery. The events of `watchEvents` deliver them. */
const WHILE_RECORDING = 'live_conversations';

/** Returns the deliveries of a change for an endpoint, in order. */
export function eventsOf(
  note: ChangeNote,
  { types }: EndpointRow,
  newId: () => string,
): NewDelivery[] {
  const { kind, id, changed_at } = note;
  return namesOf(note)
    .map((name) => `${subjectOf(kind.kind)}.${name}`)
    .filter((type) => covers(types, type))
    .map((type) => ({ id: newId(), type, kind: kind.kind, record_id: id, changed_at }));
}

function namesOf({ whats, noted }: ChangeNote): string[] {
  if (whats.lastIndexOf('deleted') > whats.lastIndexOf('created')) return ['deleted'];
  const names = [...new Set(whats)].filter((what) => what !== 'deleted');
  if (names.length > 0) return names;
  return [...noted].every((each) => each === WHILE_RECORDING) ? [] : ['updated'];
}
