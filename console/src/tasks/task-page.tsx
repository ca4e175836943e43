import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { EmptyState, ErrorState, Skeleton } from '../design/states.tsx';
import * as m from '../paraglide/messages.js';
import { isMissing } from '../service/problems.ts';
import { service } from '../service/service.ts';
import { useNotDeleted } from '../shell/held-deletions.ts';
import { Task } from './task.tsx';

const route = getRouteApi('/inside/tasks/$id');

/** One task, at the address that assistants cite. */
export default function TaskPage() {
  const { id } = route.useParams();
  const isNotDeleted = useNotDeleted();
  const { data, error, refetch } = useQuery({
    queryKey: ['tasks', 'one', id],
    // A list, so that changes of a task show here too.
    queryFn: async () => [await service.getOwnActionItem({ action_item_id: id })],
  });
  const task = data?.find(isNotDeleted);
  return (
    <>
      <title>{`${m.tasks()} – Commonplace`}</title>
      <h1 className="mb-5 font-serif text-28 font-semibold">
        <Link to="/tasks" className="flex w-fit items-center gap-2 hover:underline">
          <ArrowLeft size={20} />
          {m.tasks()}
        </Link>
      </h1>
      {task ? (
        <ul>
          <Task task={task} />
        </ul>
      ) : error && !isMissing(error) ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data || error ? (
        <EmptyState title={m.task_gone()} />
      ) : (
        <Skeleton lines={2} />
      )}
    </>
  );
}
