import { useInfiniteQuery } from '@tanstack/react-query';
import type { SecurityEvent } from '../../../../client/src/index.ts';
import { Button } from '../../design/button.tsx';
import { ErrorState, Skeleton } from '../../design/states.tsx';
import * as m from '../../paraglide/messages.js';
import { service } from '../../service/service.ts';
import { dateAndTime } from '../../time/time.ts';
import { programName } from './program-name.ts';
import { SettingsSection } from '../section.tsx';

const PAGE = 20;

/** Lists sign-ins, also failed ones, and what happened to passwords, keys and secrets. */
export function SecurityLog() {
  const query = useInfiniteQuery({
    queryKey: ['security-log'],
    queryFn: ({ pageParam, signal }) =>
      service.page('listSecurityEvents', { limit: PAGE, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const { data, error, hasNextPage, isFetchingNextPage, refetch } = query;
  return (
    <div id="security-log">
      <SettingsSection title={m.security_log()} about={m.security_log_about()}>
        {error && !data ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : !data ? (
          <Skeleton lines={4} />
        ) : (
          <ul aria-label={m.security_log()}>
            {data.pages
              .flatMap(({ items }) => items)
              .map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
          </ul>
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
    </div>
  );
}

function Entry({ entry }: { entry: SecurityEvent }) {
  const { last_at, ip_address, user_agent } = entry;
  return (
    <li className="border-b border-hairline py-3 last:border-0">
      <p className="[overflow-wrap:anywhere]">{sentenceOf(entry)}</p>
      <p className="text-13 text-ink-2">
        <time dateTime={last_at}>{dateAndTime(last_at)}</time>
        {[user_agent && programName(user_agent), ip_address]
          .filter(Boolean)
          .map((text) => ` · ${text}`)
          .join('')}
      </p>
    </li>
  );
}

const SENTENCES: Record<
  SecurityEvent['event'],
  (given: { name: string; count: number }) => string
> = {
  signed_in: m.security_signed_in,
  sign_in_failed: m.security_sign_in_failed,
  signed_out: m.security_signed_out,
  session_ended: m.security_session_ended,
  sessions_ended: m.security_sessions_ended,
  password_changed: m.security_password_changed,
  password_refused: m.security_password_refused,
  address_changed: m.security_address_changed,
  key_created: m.security_key_created,
  key_first_used: m.security_key_first_used,
  key_revoked: m.security_key_revoked,
  assistant_connected: m.security_assistant_connected,
  assistant_disconnected: m.security_assistant_disconnected,
  webhook_secret_changed: m.security_webhook_secret_changed,
  webhook_secret_deleted: m.security_webhook_secret_deleted,
  calendar_address_made: m.security_calendar_address_made,
  calendar_address_ended: m.security_calendar_address_ended,
  passkey_added: m.security_passkey_added,
  passkey_removed: m.security_passkey_removed,
  oidc_linked: m.security_oidc_linked,
  oidc_unlinked: m.security_oidc_unlinked,
  connection_added: m.security_connection_added,
  connection_key_changed: m.security_connection_key_changed,
  connection_removed: m.security_connection_removed,
};

/** Describes an entry, such as “Made the key “Laptop””. */
function sentenceOf({ event, by, subject, count }: SecurityEvent): string {
  if (event === 'password_changed' && by === 'operator') {
    return m.security_password_changed_by_operator();
  }
  if (by === 'passkey') {
    return event === 'signed_in'
      ? m.security_signed_in_with_passkey({ name: subject ?? '' })
      : m.security_passkey_refused({ count });
  }
  if (by === 'oidc' && event === 'signed_in') {
    return m.security_signed_in_with_oidc({ name: subject ?? '' });
  }
  const name = event === 'session_ended' ? programName(subject) : (subject ?? '');
  return SENTENCES[event]({ name, count });
}
