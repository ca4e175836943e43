import { useMutation, useQuery } from '@tanstack/react-query';
import type { Connection, ConnectedCalendar } from '../../../../client/src/index.ts';
import { Checkbox, inputClass } from '../../design/field.tsx';
import { notify } from '../../design/notices.ts';
import { Unready } from '../../design/states.tsx';
import * as m from '../../paraglide/messages.js';
import { toMessage } from '../../service/problems.ts';
import { queryClient } from '../../service/queries.ts';
import { service } from '../../service/service.ts';

/** Chooses the calendars that are read, and the list into which tasks are written. */
export function Calendars({ connection: { id, settings } }: { connection: Connection }) {
  const queryKey = ['connections', 'calendars', id];
  const query = useQuery({
    queryKey,
    queryFn: () => service.listConnectedCalendars({ connection_id: id }),
  });
  const calendars = query.data;
  const change = useMutation({
    mutationFn: (chosen: { calendars?: string[]; task_list?: string | null }) =>
      service.updateOwnConnection({ connection_id: id, settings: { ...settings, ...chosen } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['connections'] }),
    onError: (error) => notify(toMessage(error), { tone: 'problem' }),
  });
  if (!calendars) return <Unready query={query} lines={2} />;
  const chosen = change.isPending ? change.variables : {};
  const isRead = ({ url, is_read }: ConnectedCalendar) =>
    chosen.calendars?.includes(url) ?? is_read;
  const choose = (changed: ConnectedCalendar, isWanted: boolean) => {
    const read = calendars.filter((one) => (one === changed ? isWanted : one.is_read));
    change.mutate({ calendars: read.map(({ url }) => url) });
  };
  const current = calendars.find(({ is_task_list }) => is_task_list)?.url;
  return (
    <fieldset disabled={change.isPending} className="grid max-w-[560px] gap-4">
      <div className="grid gap-1">
        <p className="text-14 font-medium">{m.calendars_read()}</p>
        {calendars
          .filter(({ holds_events }) => holds_events)
          .map((one) => (
            <label key={one.url} className="flex min-h-10 items-center gap-3 text-14">
              <Checkbox
                checked={isRead(one)}
                onChange={({ target }) => choose(one, target.checked)}
              />
              {one.name}
            </label>
          ))}
      </div>
      <label className="grid w-fit gap-1.5 text-14 font-medium">
        {m.calendars_task_list()}
        <select
          className={inputClass()}
          value={(chosen.task_list === undefined ? current : chosen.task_list) ?? ''}
          onChange={({ target }) => change.mutate({ task_list: target.value || null })}
        >
          <option value="">{m.calendars_no_list()}</option>
          {calendars
            .filter(({ holds_tasks }) => holds_tasks)
            .map(({ url, name }) => (
              <option key={url} value={url}>
                {name}
              </option>
            ))}
        </select>
      </label>
    </fieldset>
  );
}
