import { useMutation } from '@tanstack/react-query';
import type { Installation } from '../../../client/src/index.ts';
import { Button } from '../design/button.tsx';
import { notify } from '../design/notices.ts';
import * as m from '../paraglide/messages.js';
import { toMessage } from '../service/problems.ts';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';
import { SettingsSection } from '../settings/section.tsx';
import { dateAndTime } from '../time/time.ts';
import { installationQuery } from './installation.ts';
import { size } from './numbers.ts';

export function Backups({
  every_hours,
  is_encrypted,
  is_running,
  archives,
}: Installation['backups']) {
  const backUp = useMutation({
    mutationFn: () => service.backUpInstallation(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: installationQuery.queryKey }),
    onError: (error) => notify(toMessage(error), { tone: 'problem' }),
  });
  const about =
    every_hours === null
      ? m.backups_none()
      : is_encrypted
        ? m.backups_about_encrypted({ hours: every_hours })
        : m.backups_about({ hours: every_hours });
  return (
    <SettingsSection title={m.backups()} about={about}>
      {archives === null && <p>{m.backups_unreadable()}</p>}
      {every_hours !== null && archives?.length === 0 && <p>{m.backups_not_yet()}</p>}
      <ol aria-label={m.backups()} className="grid gap-2 text-14">
        {archives?.map(({ name, bytes, made_at }) => (
          <li key={name} className="flex flex-wrap gap-x-3">
            <span className="[overflow-wrap:anywhere]">{name}</span>
            <span className="text-13 text-ink-2">
              {dateAndTime(made_at)} · {size(bytes)}
            </span>
          </li>
        ))}
      </ol>
      {every_hours !== null && (
        <p className="mt-3 flex items-center gap-4 text-14">
          <Button disabled={is_running || backUp.isPending} onClick={() => backUp.mutate()}>
            {m.backup_now()}
          </Button>
          <span role="status">{is_running && m.backup_running()}</span>
        </p>
      )}
    </SettingsSection>
  );
}
