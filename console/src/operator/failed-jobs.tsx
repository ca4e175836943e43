import { useMutation, useQuery } from '@tanstack/react-query';
import type { FailedJob } from '../../../client/src/index.ts';
import { Button } from '../design/button.tsx';
import { ErrorState } from '../design/states.tsx';
import { notify } from '../design/notices.ts';
import * as m from '../paraglide/messages.js';
import { toMessage } from '../service/problems.ts';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';
import { SettingsSection } from '../settings/section.tsx';
import { dateAndTime } from '../time/time.ts';
import { installationQuery } from './installation.ts';

const KEY = 'failed-jobs';
const NAMES: Record<string, () => string> = {
  'conversation.process': m.job_process,
  'conversation.summarise': m.job_summarise,
  'photo.describe': m.job_photo,
  'speech-profile.remake': m.job_voice,
};

/** The jobs that failed, each with a button to run it again. */
export function FailedJobs({ count }: { count: number }) {
  const { data, error, refetch } = useQuery({
    // Another number of failed jobs is another list.
    queryKey: [KEY, count],
    queryFn: () => service.listFailedJobs(),
    enabled: count > 0,
    placeholderData: (before) => before,
  });
  if (count === 0) return null;
  return (
    <SettingsSection title={m.jobs_failed()} about={m.jobs_failed_about()}>
      {error && !data ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <ul aria-label={m.jobs_failed()}>
          {data?.map((job) => (
            <Job key={job.id} job={job} />
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

function Job({ job: { id, name, email, reason, tries, failed_at } }: { job: FailedJob }) {
  const retry = useMutation({
    mutationFn: () => service.retryFailedJob({ job_id: id }),
    onError: (error) => notify(toMessage(error), { tone: 'problem' }),
    onSettled: () =>
      Promise.all(
        [[KEY], installationQuery.queryKey].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
  const about = [email, failed_at && dateAndTime(failed_at), m.job_tries({ count: tries })];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-hairline py-3 text-14 last:border-0">
      <span className="grid min-w-0 flex-1 basis-64 gap-0.5">
        <span>{NAMES[name]?.() ?? name}</span>
        <span className="text-13 wrap-anywhere text-ink-2">
          {about.filter(Boolean).join(' · ')}
        </span>
        {reason && (
          <span lang="en" className="text-13 wrap-anywhere text-brick">
            {reason}
          </span>
        )}
      </span>
      <Button disabled={retry.isPending || retry.isSuccess} onClick={() => retry.mutate()}>
        {m.try_again()}
      </Button>
    </li>
  );
}
