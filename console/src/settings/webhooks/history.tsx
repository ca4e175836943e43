import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WebhookEndpointDelivery } from '../../../../client/src/index.ts';
import { Button } from '../../design/button.tsx';
import { TextArea } from '../../design/field.tsx';
import { notify } from '../../design/notices.ts';
import { ErrorState, Skeleton } from '../../design/states.tsx';
import * as m from '../../paraglide/messages.js';
import { toMessage } from '../../service/problems.ts';
import { queryClient } from '../../service/queries.ts';
import { service } from '../../service/service.ts';
import { dateAndTime } from '../../time/time.ts';
import { outcomeOf } from './outcome.ts';

const SHOWN = 50;

/** The latest deliveries to an endpoint. */
export function History({ endpoint }: { endpoint: string }) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['webhooks', 'endpoints', endpoint, 'deliveries'],
    queryFn: () =>
      service.listOwnWebhookEndpointDeliveries({ endpoint_id: endpoint, limit: SHOWN }),
    staleTime: 0,
  });
  if (isPending) return <Skeleton lines={3} />;
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data?.length) return <p className="text-14 text-ink-2">{m.endpoint_history_empty()}</p>;
  return (
    <ul className="border-l border-hairline pl-4" aria-label={m.endpoint_history()}>
      {data.map((delivery) => (
        <Delivery key={delivery.id} endpoint={endpoint} delivery={delivery} />
      ))}
    </ul>
  );
}

function Delivery({ endpoint, delivery }: { endpoint: string; delivery: WebhookEndpointDelivery }) {
  const [isOpen, setOpen] = useState(false);
  const { id, type, status, created_at } = delivery;
  const ids = { endpoint_id: endpoint, delivery_id: id };
  const after = {
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['webhooks', 'endpoints'] }),
    onError: (problem: Error) => notify(toMessage(problem), { tone: 'problem' }),
  };
  const replay = useMutation({
    mutationFn: () => service.replayOwnWebhookEndpointDelivery(ids),
    ...after,
  });
  const cancel = useMutation({
    mutationFn: () => service.cancelOwnWebhookEndpointDelivery(ids),
    ...after,
  });
  return (
    <li className="grid gap-2 border-b border-hairline py-2.5 last:border-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <div className="min-w-0 flex-1 basis-56">
          <p className="font-mono text-13">{type}</p>
          <p className={`text-13 ${status === 'failed' ? 'text-brick' : 'text-ink-2'}`}>
            {dateAndTime(created_at)} · {outcomeOf(delivery)}
          </p>
        </div>
        <Button look="plain" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
          {m.endpoint_body()}
        </Button>
        <Button onClick={() => replay.mutate()} isBusy={replay.isPending}>
          {m.send_again()}
        </Button>
        {status === 'pending' && (
          <Button look="plain" onClick={() => cancel.mutate()} isBusy={cancel.isPending}>
            {m.cancel()}
          </Button>
        )}
      </div>
      {isOpen && <Body endpoint={endpoint} delivery={id} />}
    </li>
  );
}

function Body({ endpoint, delivery }: { endpoint: string; delivery: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['webhooks', 'endpoints', endpoint, 'deliveries', delivery],
    queryFn: () =>
      service.getOwnWebhookEndpointDelivery({ endpoint_id: endpoint, delivery_id: delivery }),
    staleTime: 0,
  });
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton lines={3} />;
  if (data.body === null) return <p className="text-14 text-ink-2">{m.endpoint_body_gone()}</p>;
  return (
    <TextArea
      readOnly
      label={m.endpoint_body()}
      className="max-h-80 font-mono text-13"
      value={JSON.stringify(JSON.parse(data.body), null, 2)}
    />
  );
}
