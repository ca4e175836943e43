import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Connection } from '../../../../client/src/index.ts';
import { Button } from '../../design/button.tsx';
import { Unready } from '../../design/states.tsx';
import { Title } from '../../design/title.tsx';
import * as m from '../../paraglide/messages.js';
import { service } from '../../service/service.ts';
import { useNotDeleted } from '../../shell/held-deletions.ts';
import { SettingsSection } from '../section.tsx';
import { NewConnection } from './connection-form.tsx';
import { ConnectionRow } from './connection-row.tsx';

const WATCH_MS = 2_000;

const isUnderWay = ({ status, next_run_at }: Connection): boolean =>
  status === 'running' || (status === 'waiting' && Date.parse(next_run_at ?? '') <= Date.now());

/** The outside services that are read for the user. */
export default function ConnectionsPage() {
  const query = useQuery({
    queryKey: ['connections'],
    queryFn: () => service.listOwnConnections(),
    // The event stream does not contain the states of connections.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? WATCH_MS : false),
  });
  const { data } = query;
  const [isNew, setNew] = useState(false);
  const connections = (data ?? []).filter(useNotDeleted());
  return (
    <>
      <Title>{m.connections()}</Title>
      <SettingsSection title={m.connections()} about={m.connections_about()}>
        {!data ? (
          <Unready query={query} lines={2} />
        ) : connections.length === 0 ? (
          <p className="font-serif text-18">{m.connections_none()}</p>
        ) : (
          <ul>
            {connections.map((connection) => (
              <ConnectionRow key={connection.id} connection={connection} />
            ))}
          </ul>
        )}
        {isNew ? (
          <NewConnection onDone={() => setNew(false)} />
        ) : (
          <Button className="w-fit" onClick={() => setNew(true)}>
            {m.connection_new()}
          </Button>
        )}
      </SettingsSection>
    </>
  );
}
