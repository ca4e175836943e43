import { useMutation, useQuery } from '@tanstack/react-query';
import type { Model } from '../../../client/src/index.ts';
import { Button } from '../design/button.tsx';
import * as m from '../paraglide/messages.js';
import { toMessage } from '../service/problems.ts';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';

const MB = 1_000_000;
/** No event tells the progress of a download. */
const LOOK_AGAIN_MS = 1_000;
const KEY = ['models'];

/** Offers the owner a better speech model; the service refuses the list to everybody else. */
export function BetterHearing() {
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: () => service.listModels(),
    refetchInterval: ({ state }) =>
      state.data?.models.some(({ state: now }) => now === 'fetching') ? LOOK_AGAIN_MS : false,
  });
  if (!data?.downloads_allowed) return null;
  const isHeard = data.models.some(
    ({ purpose, state }) => purpose === 'recogniser' && state === 'installed',
  );
  const offered = data.models.filter(
    ({ id, state }) => data.recommended.includes(id) && (!isHeard || state !== 'available'),
  );
  if (offered.length === 0) return null;
  return (
    <section className="grid gap-4 border-l-[3px] border-hairline pl-4">
      <div>
        <h3 className="font-medium">{m.hear_better()}</h3>
        <p className="text-14 text-ink-2">{m.hear_better_about()}</p>
      </div>
      {offered.map((model) => (
        <Offer key={model.id} model={model} />
      ))}
    </section>
  );
}

function Offer({ model }: { model: Model }) {
  const { id, title, state, progress, problem, licence, download_bytes } = model;
  const pull = useMutation({
    mutationFn: () => service.pullModel({ id, accept_licence: true }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
  const trouble = pull.error ? toMessage(pull.error) : problem;
  return (
    <div className="grid justify-items-start gap-2 text-14">
      <p>
        {title}, {Math.round(download_bytes / MB)} MB,{' '}
        <a
          href={licence.url}
          rel="noreferrer"
          target="_blank"
          className="underline underline-offset-4"
        >
          {m.licence({ name: licence.name })}
        </a>
      </p>
      {state === 'installed' ? (
        <p className="text-leaf">{m.model_installed()}</p>
      ) : state === 'fetching' ? (
        <progress
          className="progress"
          aria-label={title}
          value={progress?.bytes ?? 0}
          max={progress?.total || download_bytes}
        />
      ) : (
        <Button onClick={() => pull.mutate()} disabled={pull.isPending}>
          {m.fetch_model()}
        </Button>
      )}
      {trouble && (
        <p role="alert" className="text-13 text-brick">
          {trouble}
        </p>
      )}
    </div>
  );
}
