import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../design/lists/empty-state.tsx';
import { ErrorState, Skeleton } from '../design/states.tsx';
import { isMissing } from '../service/problems.ts';
import { useNotDeleted } from './held-deletions.ts';
import { Title } from '../design/title.tsx';

/** The page of one record, at the address that assistants cite, with a way back to its list. */
export function RecordPage<Item extends { id: string }>({
  title,
  list,
  queryKey,
  read,
  gone,
  children,
}: {
  title: string;
  list: '/memories' | '/tasks';
  queryKey: readonly string[];
  read: () => Promise<Item>;
  /** The text for a record that does not exist. */
  gone: string;
  children: (record: Item) => ReactNode;
}) {
  const isNotDeleted = useNotDeleted();
  const { data, error, refetch } = useQuery({
    queryKey,
    // A list, so that changes of a record show here as they show in lists.
    queryFn: async () => [await read()],
  });
  const record = data?.find(isNotDeleted);
  return (
    <>
      <Title>{title}</Title>
      <h1 className="mb-5 font-serif text-28 font-semibold">
        <Link to={list} className="flex w-fit items-center gap-2 hover:underline">
          <ArrowLeft size={20} />
          {title}
        </Link>
      </h1>
      {record ? (
        children(record)
      ) : error && !isMissing(error) ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data || error ? (
        <EmptyState title={gone} />
      ) : (
        <Skeleton lines={2} />
      )}
    </>
  );
}
