import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { SearchHit } from '../../../client/src/index.ts';
import * as m from '../paraglide/messages.js';
import { service } from '../service/service.ts';
import { dueAt, position, relativeDay } from '../time/time.ts';

export interface Result {
  key: string;
  /** The address of the result in the console. */
  to: string;
  title: string;
  /** The kind of the record, in words. */
  kind?: string;
  hit?: SearchHit;
  icon?: LucideIcon;
  keys?: string;
}

const SEARCH_AFTER_MS = 120;
const LIMIT = 20;

interface Wanted {
  limit?: number;
  from?: string | undefined;
  to?: string | undefined;
  kinds?: SearchHit['kind'][];
  /** True also counts the results of each day. */
  days?: boolean;
}

/** Searches while the user types. A search that is no longer needed is cancelled. */
export function useFound(query: string, { limit = LIMIT, ...more }: Wanted = {}) {
  const [wanted, setWanted] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setWanted(query), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [query]);
  return useQuery({
    queryKey: ['search', wanted, limit, more],
    queryFn: ({ signal }) =>
      service.searchOwnEverything({ query: wanted, limit, ...more }, { signal }),
    enabled: wanted !== '' && query !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}

const KINDS: Record<SearchHit['kind'], () => string> = {
  conversation: m.conversations,
  memory: m.memories,
  action_item: m.tasks,
  person: m.people,
  folder: m.folders,
};

export const resultOf = (hit: SearchHit): Result => ({
  key: `${hit.kind} ${hit.id} ${hit.segment_id ?? ''}`,
  to: addressOf(hit),
  title: hit.title,
  kind: KINDS[hit.kind](),
  hit,
});

function addressOf({ kind, id, second }: SearchHit): string {
  switch (kind) {
    case 'conversation':
      return `/conversations/${id}${second === null ? '' : `?at=${second}`}`;
    case 'memory':
      return `/memories/${id}`;
    case 'action_item':
      return `/tasks/${id}`;
    case 'person':
      return `/people/${id}`;
    case 'folder':
      return `/conversations?folder=${id}`;
  }
}

/** When a task is due, or else when the record was said; null for people and folders. */
export function whenOf({ at, due_at, second }: SearchHit): string | null {
  if (due_at) return m.due_when({ when: dueAt(due_at) });
  if (!at) return null;
  return second === null ? relativeDay(at) : `${relativeDay(at)} · ${position(second)}`;
}
