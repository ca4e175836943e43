import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { InstallationUser } from '../../../client/src/index.ts';
import { Button } from '../design/button.tsx';
import { ErrorState, Skeleton } from '../design/states.tsx';
import * as m from '../paraglide/messages.js';
import { patchRecord, useChange } from '../service/change.ts';
import { service } from '../service/service.ts';
import { SettingsSection } from '../settings/section.tsx';
import { shortDate } from '../time/time.ts';
import { number, size } from './numbers.ts';

const KEY = 'installation-users';
const PAGE = 50;

const usersQuery = (count: number) =>
  infiniteQueryOptions({
    // A new account is another list.
    queryKey: [KEY, count],
    queryFn: ({ pageParam, signal }) =>
      service.page('listInstallationUsers', { limit: PAGE, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** The accounts, each with its storage and a button to hold or release it. */
export function Users({ count }: { count: number }) {
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(usersQuery(count));
  const users = data?.pages.flatMap(({ items }) => items);
  return (
    <SettingsSection title={m.users()} about={m.users_about()}>
      {isPending ? (
        <Skeleton lines={3} />
      ) : error && !users ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <ul aria-label={m.users()}>
          {users?.map((user) => (
            <User key={user.id} user={user} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button
          className="w-fit"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {m.more()}
        </Button>
      )}
    </SettingsSection>
  );
}

function User({ user }: { user: InstallationUser }) {
  const { id, email, name, is_owner, is_held, conversations, sound_bytes, created_at } = user;
  const hold = useChange({
    show: (wanted: boolean) =>
      patchRecord<InstallationUser>(KEY, id, (each) => ({ ...each, is_held: wanted })),
    send: (wanted) => service.updateInstallationUser({ user_id: id, is_held: wanted }),
  });
  const about = [
    m.user_conversations({ count: conversations, number: number(conversations) }),
    m.user_sound({ size: size(sound_bytes) }),
    m.user_since({ when: shortDate(created_at) }),
    user.last_signed_in_at && m.user_signed_in({ when: shortDate(user.last_signed_in_at) }),
  ].filter(Boolean);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-hairline py-3 text-14 last:border-0">
      <span className="grid min-w-0 flex-1 basis-64 gap-0.5">
        <span className="wrap-anywhere">
          <bdi>{name}</bdi> <bdi className="text-ink-2">{email}</bdi>
          {is_owner && <span className="ml-3 text-13 text-ink-2">{m.user_owner()}</span>}
          {is_held && <span className="ml-3 text-13 text-amber">{m.user_held()}</span>}
        </span>
        <span className="text-13 text-ink-2">{about.join(' · ')}</span>
      </span>
      {(is_held || !is_owner) && (
        <Button
          aria-label={is_held ? m.release_user({ email }) : m.hold_user({ email })}
          onClick={() => hold.mutate(!is_held)}
        >
          {is_held ? m.release() : m.hold()}
        </Button>
      )}
    </li>
  );
}
