import { Link, useNavigate } from '@tanstack/react-router';
import * as m from '../paraglide/messages.js';
import { FILTER_CHIP, SearchField } from '../search/search-field.tsx';
import type { Filter } from './memories.ts';

const MAX_TAGS = 12;

/** Searches the facts while the user types, and chooses between them by their origin and their tags. */
export function Filters({ filter, tags }: { filter: Filter; tags: readonly string[] }) {
  const { by, tag } = filter;
  const navigate = useNavigate();
  const named = [...new Set([...(tag ? [tag] : []), ...tags])].slice(0, MAX_TAGS);
  const chips = [
    ...ORIGINS.map(([name, label]) => ({
      key: name,
      label: label(),
      isOn: by === name,
      search: { ...filter, by: by === name ? undefined : name },
    })),
    ...named.map((name) => ({
      key: `#${name}`,
      label: `#${name}`,
      isOn: tag === name,
      search: { ...filter, tag: tag === name ? undefined : name },
    })),
  ];
  return (
    <div className="my-5 grid gap-3">
      <SearchField
        key={filter.shelf}
        label={m.search_memories()}
        q={filter.q}
        onSearch={(q) =>
          void navigate({ to: '/memories', search: { ...filter, q }, replace: true })
        }
      />
      <div className="flex flex-wrap gap-2">
        {chips.map(({ key, label, isOn, search }) => (
          <Link
            key={key}
            to="/memories"
            search={search}
            aria-current={isOn ? 'true' : undefined}
            className={FILTER_CHIP}
          >
            {label}
          </Link>
        ))}
      </div>
    </div>
  );
}

const ORIGINS = [
  ['you', m.memories_written],
  ['heard', m.memories_heard],
] as const;
