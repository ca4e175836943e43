import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Grant } from '../../../../client/src/index.ts';
import { Button, buttonClass } from '../../design/button.tsx';
import { inputClass } from '../../design/field.tsx';
import { Unready } from '../../design/states.tsx';
import { Title } from '../../design/title.tsx';
import * as m from '../../paraglide/messages.js';
import { patchRecord, useChange, useRemoval } from '../../service/change.ts';
import { service } from '../../service/service.ts';
import { useNotDeleted } from '../../shell/held-deletions.ts';
import { DAY_MS, now } from '../../time/clock.ts';
import { dateAndTime, shortDate } from '../../time/time.ts';
import { ActivitySection } from './activity.tsx';
import { FAMILIES } from '../keys/families.ts';
import { KeyRow } from '../keys/key-row.tsx';
import { scopeText } from '../keys/scope-texts.ts';
import { SettingsSection } from '../section.tsx';

const KEY = 'grants';

/**
 * Lists the assistants that are connected, by a sign-in or by a key, with their permissions and a
 * button to disconnect each of them.
 */
export default function AssistantsPage() {
  const query = useQuery({
    queryKey: [KEY],
    queryFn: async () => (await service.listGrants()).grants,
  });
  const keysQuery = useQuery({ queryKey: ['keys', 'mcp'], queryFn: FAMILIES.mcp.list });
  const { data } = query;
  const isNotDeleted = useNotDeleted();
  const keys = (keysQuery.data ?? []).filter(isNotDeleted);
  return (
    <div className="grid gap-10">
      <SettingsSection title={m.assistants()} about={m.connected_assistants_about()}>
        <Title>{m.assistants()}</Title>
        {!data ? (
          <Unready query={query} lines={3} />
        ) : !keysQuery.data ? (
          <Unready query={keysQuery} lines={3} />
        ) : data.length + keys.length === 0 ? (
          <p className="font-serif text-18">{m.assistants_none()}</p>
        ) : (
          <ul>
            {data.map((grant) => (
              <GrantRow key={grant.id} grant={grant} />
            ))}
            {keys.map((entry) => (
              <KeyRow key={entry.id} entry={entry} family="mcp" />
            ))}
          </ul>
        )}
        <Link to="/settings/connect" className={buttonClass('primary', 'w-fit')}>
          {m.connect_assistant()}
        </Link>
      </SettingsSection>
      <ActivitySection grants={data ?? []} />
    </div>
  );
}

const LASTING_DAYS = [1, 7, 30, 90];
const [NEVER, PRESENT] = ['never', 'present'];
const endsAfter = (days: number | null) =>
  days === null ? null : new Date(now().getTime() + days * DAY_MS).toISOString();

function GrantRow({
  grant: { id, client_name, scopes, created_at, last_used_at, ends_at },
}: {
  grant: Grant;
}) {
  const revoke = useRemoval({
    key: KEY,
    id,
    send: () => service.revokeGrant({ grant_id: id }),
    refresh: ['security-log'],
  });
  const setEnd = useChange({
    show: (days: number | null) =>
      patchRecord<Grant>(KEY, id, (each) => ({ ...each, ends_at: endsAfter(days) })),
    send: (ends_after_days) => service.updateGrant({ grant_id: id, ends_after_days }),
    refresh: [KEY, 'security-log'],
  });
  return (
    <li className="grid gap-2 border-b border-hairline py-4 last:border-0">
      <div className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <p className="font-medium">{client_name}</p>
          <p className="text-13 text-ink-2">
            {[
              m.created_on({ when: shortDate(created_at) }),
              last_used_at && m.last_used({ when: dateAndTime(last_used_at) }),
              ends_at && m.ends_on({ when: dateAndTime(ends_at) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <Button look="danger" onClick={() => revoke.mutate()}>
          {m.cut_off()}
        </Button>
      </div>
      <label className="flex items-center gap-2 text-14 text-ink-2">
        {m.connection_ends()}
        <select
          className={inputClass('text-14')}
          value={ends_at ? PRESENT : NEVER}
          onChange={({ target: { value } }) => {
            if (value !== PRESENT) setEnd.mutate(value === NEVER ? null : Number(value));
          }}
        >
          {ends_at && <option value={PRESENT}>{dateAndTime(ends_at)}</option>}
          <option value={NEVER}>{m.ends_never()}</option>
          {LASTING_DAYS.map((count) => (
            <option key={count} value={count}>
              {m.ends_in_days({ count })}
            </option>
          ))}
        </select>
      </label>
      <ul className="grid list-disc gap-0.5 pl-5 text-14 text-ink-2">
        {scopes.map((scope) => (
          <li key={scope}>{scopeText(scope)}</li>
        ))}
      </ul>
    </li>
  );
}
