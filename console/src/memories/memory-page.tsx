import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { EmptyState, ErrorState, Skeleton } from '../design/states.tsx';
import * as m from '../paraglide/messages.js';
import { isMissing } from '../service/problems.ts';
import { service } from '../service/service.ts';
import { useNotDeleted } from '../shell/held-deletions.ts';
import { dateAndTime } from '../time/time.ts';
import { Fact } from './fact.tsx';

const route = getRouteApi('/inside/memories/$id');

/** One fact, at the address that assistants cite. */
export default function MemoryPage() {
  const { id } = route.useParams();
  const isNotDeleted = useNotDeleted();
  const { data, error, refetch } = useQuery({
    queryKey: ['memories', 'one', id],
    // A list, so that changes of a fact show here too.
    queryFn: async () => [await service.getOwnMemory({ memory_id: id })],
  });
  const fact = data?.find(isNotDeleted);
  return (
    <>
      <title>{`${m.memories()} – Commonplace`}</title>
      <h1 className="mb-5 font-serif text-28 font-semibold">
        <Link to="/memories" className="flex w-fit items-center gap-2 hover:underline">
          <ArrowLeft size={20} />
          {m.memories()}
        </Link>
      </h1>
      {fact ? (
        <>
          <Fact fact={fact} />
          <p className="mt-2 text-13 text-ink-2">
            {dateAndTime(fact.created_at)}
            {fact.conversation_id && (
              <>
                {' · '}
                <Link
                  to="/conversations/$id"
                  params={{ id: fact.conversation_id }}
                  className="underline"
                >
                  {m.open_source()}
                </Link>
              </>
            )}
          </p>
        </>
      ) : error && !isMissing(error) ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data || error ? (
        <EmptyState title={m.memory_gone()} />
      ) : (
        <Skeleton lines={2} />
      )}
    </>
  );
}
