import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Operations } from '../../../../client/src/index.ts';
import { Button } from '../../design/button.tsx';
import { Field } from '../../design/field.tsx';
import { notify } from '../../design/notices.ts';
import { ErrorState, Skeleton, Unready } from '../../design/states.tsx';
import * as m from '../../paraglide/messages.js';
import { useChange } from '../../service/change.ts';
import { toMessage } from '../../service/problems.ts';
import { queryClient } from '../../service/queries.ts';
import { service } from '../../service/service.ts';
import { dateAndTime } from '../../time/time.ts';
import { KeyOnce } from '../keys/key-once.tsx';
import { SettingsSection, UnreadySection } from '../section.tsx';
import { outcomeOf } from './outcome.ts';

type Kind = Operations['getWebhook']['input']['type'];
type Webhook = Operations['getWebhook']['output'];

const KINDS: readonly (readonly [Kind, () => string])[] = [
  ['memory_created', m.webhook_conversation],
  ['day_summary', m.webhook_day],
  ['realtime_transcript', m.webhook_transcript],
  ['audio_bytes', m.webhook_audio],
];

/** The four older webhooks: one address for each kind of event. */
export function OlderWebhooks() {
  return (
    <>
      <SettingsSection title={m.webhooks_older()} about={m.webhooks_older_about()}>
        <ul className="grid gap-6">
          {KINDS.map(([kind, label]) => (
            <Endpoint key={kind} kind={kind} label={label()} />
          ))}
        </ul>
      </SettingsSection>
      <Secret />
      <Deliveries />
    </>
  );
}

const refresh = () => queryClient.invalidateQueries({ queryKey: ['webhooks'] });

function Endpoint({ kind, label }: { kind: Kind; label: string }) {
  const queryKey = ['webhooks', kind];
  const query = useQuery({ queryKey, queryFn: () => service.getWebhook({ type: kind }) });
  const { data } = query;
  const [draft, setDraft] = useState<string | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const url = draft ?? data?.url ?? '';
  const save = useMutation({
    mutationFn: () => service.setWebhook({ type: kind, url: url.trim() }),
    onSuccess: async ({ signing_secret }) => {
      await refresh();
      setDraft(null);
      setSecret(signing_secret ?? null);
    },
  });
  const toggle = useChange({
    show: (enabled: boolean) => {
      const before = queryClient.getQueryData<Webhook>(queryKey);
      queryClient.setQueryData(queryKey, before && { ...before, enabled });
      return () => queryClient.setQueryData(queryKey, before);
    },
    send: (enabled) =>
      enabled ? service.enableWebhook({ type: kind }) : service.disableWebhook({ type: kind }),
    refresh: ['webhooks'],
  });
  const attempt = useMutation({
    mutationFn: () => service.testWebhook({ type: kind }),
    onSuccess: async (delivery) => {
      await refresh();
      notify(outcomeOf(delivery), { tone: delivery.status === 'failed' ? 'problem' : 'calm' });
    },
    onError: (error) => notify(toMessage(error), { tone: 'problem' }),
  });
  if (!data)
    return (
      <li>
        <Unready query={query} />
      </li>
    );
  const isStored = Boolean(data.url) && draft === null;
  return (
    <li className="grid gap-3">
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <div className="min-w-0 flex-1 basis-64">
          <Field
            label={label}
            type="url"
            placeholder="https://"
            value={url}
            problem={save.error ? toMessage(save.error) : undefined}
            onChange={(event) => setDraft(event.target.value)}
          />
        </div>
        {draft !== null && (
          <Button type="submit" isBusy={save.isPending}>
            {m.save()}
          </Button>
        )}
        {isStored && (
          <>
            <Button onClick={() => attempt.mutate()} isBusy={attempt.isPending}>
              {m.test()}
            </Button>
            <Button onClick={() => toggle.mutate(!data.enabled)}>
              {data.enabled ? m.switch_off() : m.switch_on()}
            </Button>
          </>
        )}
      </form>
      {secret && <KeyOnce secret={secret} about={m.secret_once()} onDone={() => setSecret(null)} />}
    </li>
  );
}

function Secret() {
  const query = useQuery({
    queryKey: ['webhooks', 'secret'],
    queryFn: () => service.getWebhookSigningSecret(),
  });
  const { data } = query;
  const make = useMutation({
    mutationFn: () => service.makeWebhookSigningSecret(),
    onSuccess: refresh,
    onError: (error) => notify(toMessage(error), { tone: 'problem' }),
  });
  if (!data) return <UnreadySection title={m.signing_secret()} query={query} />;
  return (
    <SettingsSection title={m.signing_secret()} about={m.signing_secret_about()}>
      {make.data ? (
        <KeyOnce secret={make.data.secret} about={m.secret_once()} onDone={make.reset} />
      ) : (
        <Button className="w-fit" onClick={() => make.mutate()} isBusy={make.isPending}>
          {data.has_secret ? m.new_secret() : m.create()}
        </Button>
      )}
    </SettingsSection>
  );
}

function Deliveries() {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['webhooks', 'deliveries'],
    queryFn: () => service.listWebhookDeliveries({ limit: 50 }),
    // The event stream does not contain deliveries.
    staleTime: 0,
  });
  const replay = useMutation({
    mutationFn: (id: string) => service.replayWebhookDelivery({ delivery_id: id }),
    onSuccess: refresh,
    onError: (problem) => notify(toMessage(problem), { tone: 'problem' }),
  });
  if (isPending) return <Skeleton lines={3} />;
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data?.length) return null;
  return (
    <SettingsSection title={m.deliveries()}>
      <ul>
        {data.map((delivery) => (
          <li
            key={delivery.id}
            className="flex items-center gap-4 border-b border-hairline py-2.5 last:border-0"
          >
            <div className="min-w-0 flex-1">
              <p className="text-14">{KINDS.find(([kind]) => kind === delivery.type)?.[1]()}</p>
              <p
                className={`text-13 ${delivery.status === 'failed' ? 'text-brick' : 'text-ink-2'}`}
              >
                {dateAndTime(delivery.created_at)} · {outcomeOf(delivery)}
              </p>
            </div>
            <Button
              isBusy={replay.isPending && replay.variables === delivery.id}
              onClick={() => replay.mutate(delivery.id)}
            >
              {m.send_again()}
            </Button>
          </li>
        ))}
      </ul>
    </SettingsSection>
  );
}
