import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WebhookEndpoint } from '../../../../client/src/index.ts';
import { Button } from '../../design/button.tsx';
import { notify } from '../../design/notices.ts';
import { Unready } from '../../design/states.tsx';
import * as m from '../../paraglide/messages.js';
import { patchRecord, useChange } from '../../service/change.ts';
import { inOwnWords, toMessage } from '../../service/problems.ts';
import { queryClient } from '../../service/queries.ts';
import { service } from '../../service/service.ts';
import { holdRemoval, useNotDeleted } from '../../shell/held-deletions.ts';
import { dateAndTime } from '../../time/time.ts';
import { SettingsSection } from '../section.tsx';
import { EndpointEditor, NewEndpoint } from './endpoint-form.tsx';
import { History } from './history.tsx';
import { outcomeOf } from './outcome.ts';
import { typeText } from './types.ts';

const KEY = 'webhooks';

/** The endpoints that get the changes of the log. */
export function Endpoints() {
  const query = useQuery({
    queryKey: [KEY, 'endpoints'],
    queryFn: () => service.listOwnWebhookEndpoints(),
    // The event stream does not contain the states of endpoints.
    staleTime: 0,
  });
  const { data } = query;
  const [isNew, setNew] = useState(false);
  const endpoints = (data ?? []).filter(useNotDeleted());
  return (
    <SettingsSection title={m.webhooks()} about={m.webhooks_about()}>
      {!data ? (
        <Unready query={query} lines={2} />
      ) : endpoints.length === 0 ? (
        <p className="font-serif text-18">{m.endpoints_none()}</p>
      ) : (
        <ul>
          {endpoints.map((endpoint) => (
            <EndpointRow key={endpoint.id} endpoint={endpoint} />
          ))}
        </ul>
      )}
      {isNew ? (
        <NewEndpoint onDone={() => setNew(false)} />
      ) : (
        <Button className="w-fit" onClick={() => setNew(true)}>
          {m.endpoint_new()}
        </Button>
      )}
    </SettingsSection>
  );
}

const refresh = () => queryClient.invalidateQueries({ queryKey: [KEY] });
const complain = (error: Error) => notify(toMessage(error), { tone: 'problem' });

function EndpointRow({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { id, url, types, enabled } = endpoint;
  const [isOpen, setOpen] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const attempt = useMutation({
    mutationFn: () => service.testOwnWebhookEndpoint({ endpoint_id: id }),
    onSuccess: async (delivery) => {
      notify(outcomeOf(delivery), { tone: delivery.status === 'failed' ? 'problem' : 'calm' });
      await refresh();
    },
    onError: complain,
  });
  const toggle = useChange({
    show: (wanted: boolean) =>
      patchRecord<WebhookEndpoint>(KEY, id, (each) => ({
        ...each,
        enabled: wanted,
        pause_reason: null,
      })),
    send: (wanted) => service.updateOwnWebhookEndpoint({ endpoint_id: id, enabled: wanted }),
    refresh: [KEY],
  });
  const remove = () =>
    holdRemoval([id], {
      text: m.endpoint_deleted(),
      run: () => service.deleteOwnWebhookEndpoint({ endpoint_id: id }),
      after: refresh,
    });
  return (
    <li className="grid gap-3 border-b border-hairline py-3" aria-label={url}>
      <div>
        <p className="font-mono text-14 break-all">{url}</p>
        <p className="text-13 text-ink-2">{types.map(typeText).join(' · ')}</p>
        <State endpoint={endpoint} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => attempt.mutate()} isBusy={attempt.isPending}>
          {m.test()}
        </Button>
        <Button onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
          {m.endpoint_history()}
        </Button>
        <Button onClick={() => setEditing(!isEditing)} aria-expanded={isEditing}>
          {m.edit()}
        </Button>
        <Button onClick={() => toggle.mutate(!enabled)}>
          {enabled ? m.switch_off() : m.switch_on()}
        </Button>
        <Button look="danger" onClick={remove}>
          {m.delete_verb()}
        </Button>
      </div>
      {isEditing && <EndpointEditor endpoint={endpoint} onDone={() => setEditing(false)} />}
      {isOpen && <History endpoint={id} />}
    </li>
  );
}

function State({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { enabled, pause_reason, failing_since, waiting_count, scopes } = endpoint;
  const isBad = pause_reason !== null || failing_since !== null;
  const facts = [
    !enabled && (pause_reason ? inOwnWords(pause_reason) : m.endpoint_paused()),
    failing_since && m.endpoint_failing({ when: dateAndTime(failing_since) }),
    waiting_count > 0 && m.endpoint_waiting({ count: waiting_count }),
    scopes && m.endpoint_of_key(),
  ].filter(Boolean);
  if (facts.length === 0) return null;
  return <p className={`text-13 ${isBad ? 'text-brick' : 'text-ink-2'}`}>{facts.join(' · ')}</p>;
}
