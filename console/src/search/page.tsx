import { Link, getRouteApi, useNavigate } from '@tanstack/react-router';
import { inputClass } from '../design/field.tsx';
import { EmptyState } from '../design/lists/empty-state.tsx';
import { ErrorState, Skeleton } from '../design/states.tsx';
import { Title } from '../design/title.tsx';
import * as m from '../paraglide/messages.js';
import { inOwnWords } from '../service/problems.ts';
import { NothingThen } from './chips.tsx';
import { NarrowedTo } from './narrowed-to.tsx';
import { chipsOf } from './narrowing.ts';
import type { Narrowing } from './narrowing.ts';
import { Marked } from './result-row.tsx';
import { resultOf, useFound, whenOf } from './results.ts';
import type { Result } from './results.ts';

const route = getRouteApi('/inside/search');
const LIMIT = 100;

/** All results of a search, by kind. The address contains the searched words. */
export default function SearchPage() {
  const narrowing = route.useSearch();
  const { q: query = '', from, to } = narrowing;
  const navigate = useNavigate();
  const found = useFound(query.trim(), { limit: LIMIT, from, to, days: true });
  const { data, error, isFetching, refetch } = found;
  const go = (search: Narrowing) => void navigate({ to: '/search', search, replace: true });
  const chips = query.trim() === '' ? [] : chipsOf(narrowing, data?.understood);
  const kinds = Map.groupBy((data?.items ?? []).map(resultOf), ({ kind }) => kind ?? '');
  return (
    <>
      <Title>{m.search()}</Title>
      <h1 className="mb-5 font-serif text-28 font-semibold">{m.search()}</h1>
      <input
        type="search"
        aria-label={m.search()}
        placeholder={m.search_placeholder()}
        autoFocus
        value={query}
        onChange={({ target: { value } }) => go(value ? { ...narrowing, q: value } : {})}
        className={inputClass('w-full')}
      />
      {query.trim() !== '' && (
        <NarrowedTo narrowing={narrowing} found={data} className="mt-4" onChange={go} />
      )}
      {query.trim() === '' ? (
        <EmptyState title={m.search_empty()} />
      ) : error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : kinds.size > 0 ? (
        <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-10">
          {data?.notice && <p className="text-14 text-ink-2">{inOwnWords(data.notice)}</p>}
          {[...kinds].map(([kind, results]) => (
            <section key={kind}>
              <h2 className="mb-2 font-serif text-16 font-semibold">{kind}</h2>
              <ul>
                {results.map((result) => (
                  <Row key={result.key} result={result} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      ) : data && !isFetching ? (
        <EmptyState
          title={
            chips.some(({ kind }) => kind === 'time') ? m.nothing_found_then() : m.nothing_found()
          }
        >
          <NothingThen chips={chips} onChange={go} />
        </EmptyState>
      ) : (
        <Skeleton lines={6} />
      )}
    </>
  );
}

function Row({ result: { to, title, hit } }: { result: Result }) {
  const isText = hit?.snippet.text && hit.snippet.text !== title;
  const when = hit && whenOf(hit);
  return (
    <li className="relative -mx-3 gap-4 rounded-sheet px-3 py-2.5 hover:bg-sunken sm:flex sm:items-baseline">
      <div className="min-w-0 flex-1">
        <Link
          to={to}
          data-row
          dir="auto"
          className="line-clamp-2 before:absolute before:inset-0 before:rounded-sheet"
        >
          {isText || !hit ? title : <Marked snippet={hit.snippet} />}
        </Link>
        {isText && (
          <p dir="auto" className="line-clamp-2 text-14 text-ink-2">
            <Marked snippet={hit.snippet} />
          </p>
        )}
      </div>
      {when && <p className="flex-none text-13 text-ink-2">{when}</p>}
    </li>
  );
}
