import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

interface Named {
  source?: string | null | undefined;
  external_id?: string | null | undefined;
}

/** Returns an SQL condition that a row has one of these external ids. */
export function hasExternalId(wanted: readonly Named[]): RawBuilder<boolean> {
  const ids = wanted.map(({ external_id }) => external_id ?? '');
  const sources = wanted.map(({ source }) => source ?? '');
  return sql<boolean>`(external_id, coalesce(source, '')) IN (
    SELECT * FROM unnest(${ids}::text[], ${sources}::text[]))`;
}
