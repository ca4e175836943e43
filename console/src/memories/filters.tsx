import { Link, useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { inputClass } from '../design/field.tsx';
import * as m from '../paraglide/messages.js';
import type { Filter } from './memories.ts';

const SEARCH_AFTER_MS = 120;
const MAX_TAGS = 12;
const CHIP =
  'flex min-h-8 items-center rounded-full border border-hairline px-3 text-13 text-ink-2 hover:border-control ' +
  'hover:text-ink aria-[current=true]:border-ink aria-[current=true]:text-ink pointer-coarse:min-h-11';

/** Searches the facts while the user types, and chooses between them by their origin and their tags. */
export function Filters({ filter, tags }: { filter: Filter; tags: readonly string[] }) {
  const { by, tag } = filter;
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
      <SearchField key={filter.shelf} filter={filter} />
      <div className="flex flex-wrap gap-2">
        {chips.map(({ key, label, isOn, search }) => (
          <Link
            key={key}
            to="/memories"
            search={search}
            aria-current={isOn ? 'true' : undefined}
            className={CHIP}
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

function SearchField({ filter }: { filter: Filter }) {
  const { q = '' } = filter;
  const navigate = useNavigate();
  const [typed, setTyped] = useState(q);
  const sent = useRef(q);
  useEffect(() => {
    // The address changed by other means than this field, such as the back button.
    if (q !== sent.current) setTyped(q);
    sent.current = q;
  }, [q]);
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = wanted;
      const search = { ...filter, q: wanted || undefined };
      void navigate({ to: '/memories', search, replace: true });
    }, SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed, filter, navigate]);
  return (
    <label className="relative block">
      <Search
        size={16}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-2"
      />
      <span className="sr-only">{m.search_memories()}</span>
      <input
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        placeholder={m.search_memories()}
        className={inputClass('w-full pl-9')}
      />
    </label>
  );
}
