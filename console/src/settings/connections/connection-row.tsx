import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Connection } from '../../../../client/src/index.ts';
import { Button } from '../../design/button.tsx';
import { Copied } from '../../design/forms/copied.tsx';
import { notify } from '../../design/notices.ts';
import * as m from '../../paraglide/messages.js';
import { patchRecord, useChange } from '../../service/change.ts';
import { inOwnWords, toMessage } from '../../service/problems.ts';
import { queryClient } from '../../service/queries.ts';
import { service } from '../../service/service.ts';
import { holdRemoval } from '../../shell/held-deletions.ts';
import { dateAndTime } from '../../time/time.ts';
import { Calendars } from './calendars.tsx';
import { ConnectionEditor } from './connection-form.tsx';

const KEY = 'connections';
const refresh = () => queryClient.invalidateQueries({ queryKey: [KEY] });

/** A connection with its state and what can be done with it. */
export function ConnectionRow({ connection }: { connection: Connection }) {
  const { id, name, status, hook_url } = connection;
  const [isEditing, setEditing] = useState(false);
  const [isShown, setShown] = useState(false);
  const isPaused = status === 'paused';
  const run = useMutation({
    mutationFn: () => service.runOwnConnection({ connection_id: id }),
    onSuccess: refresh,
    onError: (error) => notify(toMessage(error), { tone: 'problem' }),
  });
  const pause = useChange({
    show: (paused: boolean) =>
      patchRecord<Connection>(KEY, id, (each) => ({
        ...each,
        status: paused ? 'paused' : 'waiting',
      })),
    send: (paused) => service.updateOwnConnection({ connection_id: id, paused }),
    refresh: [KEY],
  });
  const remove = () =>
    holdRemoval([id], {
      text: m.connection_deleted(),
      run: () => service.deleteOwnConnection({ connection_id: id }),
      after: refresh,
    });
  return (
    <li className="grid gap-3 border-b border-hairline py-3" aria-label={name}>
      <div className="grid gap-0.5">
        <p className="font-medium">{name}</p>
        <State connection={connection} />
      </div>
      <div className="flex flex-wrap gap-2">
        {!isPaused && (
          <Button
            onClick={() => run.mutate()}
            isBusy={run.isPending}
            disabled={status === 'running'}
          >
            {m.connection_run()}
          </Button>
        )}
        <Button onClick={() => setEditing(!isEditing)} aria-expanded={isEditing}>
          {m.edit()}
        </Button>
        {hook_url !== null && (
          <Button onClick={() => setShown(!isShown)} aria-expanded={isShown}>
            {m.connection_address()}
          </Button>
        )}
        <Button onClick={() => pause.mutate(!isPaused)}>{isPaused ? m.resume() : m.pause()}</Button>
        <Button look="danger" onClick={remove}>
          {m.delete_verb()}
        </Button>
      </div>
      {isShown && hook_url !== null && (
        <div className="grid max-w-[560px] gap-2">
          <p className="text-14 text-ink-2">{m.connection_address_about({ name })}</p>
          <Copied text={hook_url} label={m.copy()} />
        </div>
      )}
      {isEditing && connection.kind === 'caldav' && <Calendars connection={connection} />}
      {isEditing && <ConnectionEditor connection={connection} onDone={() => setEditing(false)} />}
    </li>
  );
}

function State({ connection }: { connection: Connection }) {
  const { status, came, left_out, left_out_records, problem } = connection;
  const { last_success_at, next_run_at } = connection;
  const facts = [
    status === 'paused' && m.endpoint_paused(),
    status === 'running' && m.connection_running(),
    m.connection_came({ count: came }),
    last_success_at && m.connection_last({ when: dateAndTime(last_success_at) }),
    status === 'waiting' && next_run_at && m.connection_next({ when: dateAndTime(next_run_at) }),
  ].filter(Boolean);
  return (
    <>
      <p className="text-13 text-ink-2">{facts.join(' · ')}</p>
      {problem && <p className="text-13 text-brick">{inOwnWords(problem)}</p>}
      {left_out > 0 && (
        <details className="text-13 text-ink-2">
          <summary>{m.connection_left_out({ count: left_out })}</summary>
          <ul className="list-disc pl-5">
            {left_out_records.map(({ external_id, problem: why }) => (
              <li key={external_id} className="wrap-anywhere">
                {external_id}: {inOwnWords(why)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
