import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Star, X } from 'lucide-react';
import * as m from '../paraglide/messages.js';
import { folderNamed } from './folder-names.ts';
import { foldersQuery } from '../service/lists.ts';
import { FILTER_CHIP, SearchField } from '../search/search-field.tsx';
import type { Filter } from './conversations.ts';

export function Filters({ filter }: { filter: Filter & { q?: string | undefined } }) {
  const navigate = useNavigate();
  const { data: folders = [] } = useQuery(foldersQuery);
  const used = folders.filter(
    ({ id, conversation_count, is_system }) =>
      id === filter.folder || conversation_count > 0 || !is_system,
  );
  return (
    <div className="mt-5 mb-2 grid gap-3">
      <SearchField
        label={m.search_conversations()}
        q={filter.q}
        onSearch={(q) => void navigate({ to: '/conversations', search: { q }, replace: true })}
      />
      <div className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-0">
        <Link
          to="/conversations"
          search={{ folder: filter.folder, starred: filter.starred ? undefined : true }}
          aria-current={filter.starred ? 'true' : undefined}
          className={FILTER_CHIP}
        >
          <Star size={14} aria-hidden="true" />
          {m.starred()}
        </Link>
        {filter.sources && (
          <Link to="/conversations" aria-current="true" className={FILTER_CHIP}>
            {m.import_from({ sources: filter.sources })}
            <X size={14} aria-hidden="true" />
          </Link>
        )}
        {used.map(({ id, name, color, conversation_count: count }) => (
          <Link
            key={id}
            to="/conversations"
            search={{ starred: filter.starred, folder: id === filter.folder ? undefined : id }}
            aria-current={id === filter.folder ? 'true' : undefined}
            className={FILTER_CHIP}
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
