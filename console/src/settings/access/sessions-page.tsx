import { useQuery } from '@tanstack/react-query';
import type { Session } from '../../../../client/src/index.ts';
import { Button } from '../../design/button.tsx';
import { Unready } from '../../design/states.tsx';
import { Title } from '../../design/title.tsx';
import * as m from '../../paraglide/messages.js';
import { patchLists, useChange, useRemoval } from '../../service/change.ts';
import { service } from '../../service/service.ts';
import { dateAndTime } from '../../time/time.ts';
import { programName } from './program-name.ts';
import { SecurityLog } from './security-log.tsx';
import { SettingsSection } from '../section.tsx';

const KEY = 'sessions';

export default function SessionsPage() {
  const query = useQuery({
    queryKey: [KEY],
    queryFn: () => service.listSessions(),
  });
  const { data } = query;
  const endOthers = useChange<void>({
    show: () => patchLists<Session>(KEY, (each) => (each.is_current ? each : [])),
    send: () => service.endOtherSessions(),
    refresh: [KEY],
  });
  return (
    <>
      <SettingsSection title={m.sessions()} about={m.sessions_about()}>
        <Title>{m.sessions()}</Title>
        {!data ? (
          <Unready query={query} lines={3} />
        ) : (
          <ul>
            {data.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
        {(data?.length ?? 0) > 1 && (
          <Button className="w-fit" onClick={() => endOthers.mutate()}>
            {m.end_other_sessions()}
          </Button>
        )}
      </SettingsSection>
      <SecurityLog />
    </>
  );
}

function SessionRow({
  session: { id, user_agent, ip_address, created_at, is_current },
}: {
  session: Session;
}) {
  const end = useRemoval({
    key: KEY,
    id,
    send: () => service.endSession({ session_id: id }),
  });
  return (
    <li className="flex items-center gap-4 border-b border-hairline py-3 last:border-0">
      <div className="min-w-0 flex-1">
        <p>
          {programName(user_agent)}
          {is_current && <span className="ml-2 text-13 text-leaf">{m.this_browser()}</span>}
        </p>
        <p className="text-13 text-ink-2">
          {[dateAndTime(created_at), ip_address].filter(Boolean).join(' · ')}
        </p>
      </div>
      {!is_current && <Button onClick={() => end.mutate()}>{m.end_session()}</Button>}
    </li>
  );
}
