import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { AssistantActivity, Grant } from '../../../../client/src/index.ts';
import { Button } from '../../design/button.tsx';
import { notify } from '../../design/notices.ts';
import { ErrorState, Skeleton } from '../../design/states.tsx';
import * as m from '../../paraglide/messages.js';
import { toMessage } from '../../service/problems.ts';
import { queryClient } from '../../service/queries.ts';
import { service } from '../../service/service.ts';
import { clockTime, relativeDay } from '../../time/time.ts';
import { SettingsSection } from '../section.tsx';

const queryKey = ['activity'];
const PAGE = 100;
/** Entries of one connection within this time are one line. */
const TOGETHER_MS = 10 * 60_000;

/** Lists what the assistants read and changed, by day; each change has a button to undo it. */
export function ActivitySection({ grants }: { grants: readonly Grant[] }) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      service.page('listActivity', { limit: PAGE, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const { data, error, hasNextPage, isFetchingNextPage, refetch } = query;
  const lines = linesOf((data?.pages ?? []).flatMap(({ items }) => items));
  const nameOf = ({ connection, connection_name }: AssistantActivity) =>
    grants.find(({ id }) => connection === `grant:${id}`)?.client_name ??
    connection_name ??
    m.an_assistant();
  return (
    <SettingsSection title={m.activity()} about={m.activity_about()}>
      {error && !data ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={4} />
      ) : lines.length === 0 ? (
        <p className="font-serif text-18">{m.activity_none()}</p>
      ) : (
        [...Map.groupBy(lines, ([first]) => relativeDay(first!.at))].map(([day, ofDay]) => (
          <section key={day}>
            <h3 className="mb-1 font-serif text-16 font-semibold">{day}</h3>
            <ul>
              {ofDay.map((line) => (
                <Line key={line[0]!.id} line={line} name={nameOf(line[0]!)} />
              ))}
            </ul>
          </section>
        ))
      )}
      {hasNextPage && (
        <Button
          className="w-fit"
          disabled={isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {m.more()}
        </Button>
      )}
    </SettingsSection>
  );
}

/** Puts entries together that one connection made within a short time. The newest come first. */
function linesOf(entries: readonly AssistantActivity[]): AssistantActivity[][] {
  const lines: AssistantActivity[][] = [];
  for (const entry of entries) {
    const last = lines.at(-1)?.at(-1);
    const isSame =
      last?.connection === entry.connection &&
      Date.parse(last.at) - Date.parse(entry.at) < TOGETHER_MS &&
      relativeDay(last.at) === relativeDay(entry.at);
    if (isSame) lines.at(-1)!.push(entry);
    else lines.push([entry]);
  }
  return lines;
}

function Line({ line, name }: { line: readonly AssistantActivity[]; name: string }) {
  const undo = useMutation({
    mutationFn: (activity_id: string) => service.undoActivity({ activity_id }),
    onSuccess: () => {
      notify(m.activity_undone());
      return queryClient.invalidateQueries();
    },
    onError: (error) => notify(toMessage(error), { tone: 'problem' }),
  });
  return (
    <li className="grid gap-1 border-b border-hairline py-3 last:border-0">
      <p className="text-13 text-ink-2">
        <time dateTime={line.at(-1)!.at}>{clockTime(line.at(-1)!.at)}</time> · {name}
      </p>
      <ul className="grid gap-1">
        {line.toReversed().map((entry) => (
          <li key={entry.id} className="flex items-center gap-3">
            <span className={entry.undone_at ? 'text-ink-2 line-through' : ''}>
              {sentenceOf(entry)}
            </span>
            {entry.can_undo && (
              <Button
                look="quiet"
                isBusy={undo.isPending}
                aria-label={`${m.undo()}: ${sentenceOf(entry)}`}
                onClick={() => undo.mutate(entry.id)}
              >
                {m.undo()}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </li>
  );
}

const KINDS: Record<string, (given: { count: number }) => string> = {
  memory: m.count_memories,
  conversation: m.count_conversations,
  speakers: m.count_conversations,
  action_item: m.count_tasks,
  goal: m.count_goals,
  person: m.count_people,
  day: m.count_days,
};

/** Changes with sentences of their own. */
const CHANGED: Record<string, () => string> = {
  speakers: m.activity_named,
  understanding: m.activity_understood,
};

/** Describes an entry, such as “Read 2 conversations”. */
function sentenceOf({ action, kind, count, query }: AssistantActivity): string {
  const what = kind === 'profile' ? m.the_profile() : (KINDS[kind] ?? m.count_records)({ count });
  switch (action) {
    case 'searched':
      return m.activity_searched({ query: query ?? '', what });
    case 'asked':
      return m.activity_asked({ query: query ?? '' });
    case 'read':
      return m.activity_read({ what });
    case 'added':
      return m.activity_added({ what });
    case 'changed':
      return (CHANGED[kind] ?? m.activity_changed)({ what });
    case 'deleted':
      return m.activity_deleted({ what });
  }
}
