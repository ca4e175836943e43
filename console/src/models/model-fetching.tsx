import { useMutation } from '@tanstack/react-query';
import type { Model } from '../../../client/src/index.ts';
import { Button } from '../design/button.tsx';
import { Copied } from '../design/forms/copied.tsx';
import * as m from '../paraglide/messages.js';
import { inOwnWords, toMessage } from '../service/problems.ts';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';
import { modelsQuery } from './models.ts';

const MB = 1_000_000;
/** The file then comes another way. */
const UNREACHABLE = 'This machine cannot reach';

/** A model with its size and licence, a button that fetches it, and the progress. */
export function ModelFetching({ model }: { model: Model }) {
  const { id, title, state, progress, problem, licence, download_bytes } = model;
  const pull = useMutation({
    mutationFn: () => service.pullModel({ id, accept_licence: true }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: modelsQuery.queryKey }),
  });
  const cancel = useMutation({
    mutationFn: () => service.deleteModel({ id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: modelsQuery.queryKey }),
  });
  const trouble = pull.error ? toMessage(pull.error) : problem && inOwnWords(problem);
  return (
    <div className="grid justify-items-start gap-2 text-14">
      <p>
        <span lang="en">{title}</span>, {Math.round(download_bytes / MB)} MB,{' '}
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
        <p className="flex flex-wrap items-center gap-3">
          <progress
            className="progress"
            aria-label={title}
            value={progress?.bytes ?? 0}
            max={progress?.total || download_bytes}
          />
          <span className="text-ink-2 tabular-nums">
            {m.fetched_of({
              done: Math.round((progress?.bytes ?? 0) / MB),
              all: Math.round((progress?.total || download_bytes) / MB),
            })}
          </span>
          <Button
            look="plain"
            aria-label={m.cancel_fetching({ title })}
            isBusy={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            {m.cancel()}
          </Button>
        </p>
      ) : (
        <Button
          aria-label={m.fetch_named({ title })}
          onClick={() => pull.mutate()}
          isBusy={pull.isPending}
        >
          {m.fetch_model()}
        </Button>
      )}
      {trouble && (
        <p role="alert" className="text-13 text-brick">
          {trouble}
        </p>
      )}
      {problem?.startsWith(UNREACHABLE) && (
        <Copied text={`commonplace models pull ${id} --from-file FILE`} label={m.copy_command()} />
      )}
    </div>
  );
}
