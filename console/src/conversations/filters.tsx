import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Search, Star } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { inputClass } from '../design/field.tsx';
import * as m from '../paraglide/messages.js';
import { folderNamed } from './folder-names.ts';
import { foldersQuery } from '../service/lists.ts';
import { useKeys } from '../shell/keys.ts';
import type { Filter } from './conversations.ts';

const SEARCH_AFTER_MS = 120;
const CHIP =
  'flex min-h-8 flex-none items-center gap-1.5 rounded-full border border-hairline px-3 text-13 text-ink-2 ' +
  'hover:border-control hover:text-ink aria-[current=true]:border-ink aria-[current=true]:text-ink pointer-coarse:min-h-11';

export function Filters({ filter }: { filter: Filter & { q?: string | undefined } }) {
  const { data: folders = [] } = useQuery(foldersQuery);
  const used = folders.filter(
    ({ id, conversation_count, is_system }) =>
      id === filter.folder || conversation_count > 0 || !is_system,
  );
  return (
    <div className="mt-5 mb-2 grid gap-3">
      <SearchField q={filter.q} />
      <div className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-0">
        <Link
          to="/conversations"
          search={{ folder: filter.folder, starred: filter.starred ? undefined : true }}
          aria-current={filter.starred ? 'true' : undefined}
          className={CHIP}
        >
          <Star size={14} aria-hidden="true" />
          {m.starred()}
        </Link>
        {used.map(({ id, name, color, conversation_count: count }) => (
          <Link
            key={id}
            to="/conversations"
            search={{ starred: filter.starred, folder: id === filter.folder ? undefined : id }}
            aria-current={id === filter.folder ? 'true' : undefined}
            className={CHIP}
          >
            <span
              className="size-2 rounded-full"
              style={{ backgroundColor: color }}
              aria-hidden="true"
            />
            {folderNamed(name)}
            <span className="tabular-nums">{count}</span>
          </Link>
        ))}
      </div>
    </div>
  );
}

/** Searches while the user types. */
function SearchField({ q = '' }: { q?: string | undefined }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(q);
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(q);
  useKeys({ f: () => input.current?.focus() });
  useEffect(() => {
    // The address changed by other means than this field, such as the back button.
    if (q !== sent.current) setTyped(q);
    sent.current = q;
  }, [q]);
  useEffect(() => {
    if (typed.trim() === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = typed.trim();
      void navigate({
        to: '/conversations',
        search: { q: typed.trim() || undefined },
        replace: true,
      });
    }, SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed, navigate]);
  return (
    <label className="relative block">
      <Search
        size={16}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-2"
      />
      <span className="sr-only">{m.search_conversations()}</span>
      <input
        ref={input}
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && input.current?.blur()}
        placeholder={m.search_conversations()}
        className={inputClass('w-full pl-9')}
      />
    </label>
  );
}
