import { useQuery } from '@tanstack/react-query';
import { Suspense, lazy } from 'react';
import type { Installation } from '../../../client/src/index.ts';
import { Skeleton, Unready } from '../design/states.tsx';
import { arriving } from '../service/arriving.ts';
import { Title } from '../design/title.tsx';
import * as m from '../paraglide/messages.js';
import { SettingsSection } from '../settings/section.tsx';
import { dateAndTime } from '../time/time.ts';
import { Backups } from './backups.tsx';
import { FailedJobs } from './failed-jobs.tsx';
import { installationQuery } from './installation.ts';
import { Invitations } from './invitations.tsx';
import { decimal, number, size } from './numbers.ts';
import { Users } from './users.tsx';

const Charts = lazy(() => arriving(() => import('./charts.tsx')));

/** The state of the installation, for its owner. */
export default function OperatorPage() {
  const query = useQuery(installationQuery);
  const { data } = query;
  return (
    <>
      <Title>{m.operator()}</Title>
      <h1 className="mb-8 font-serif text-28 font-semibold">{m.operator()}</h1>
      {!data ? (
        <Unready query={query} lines={8} />
      ) : (
        <div className="grid gap-10">
          <dl className="grid grid-cols-2 gap-x-6 gap-y-7 sm:grid-cols-4">
            <Figure name={m.users()} value={number(data.users)} />
            <Figure
              name={m.live_sessions()}
              value={number(data.live_sessions)}
              about={
                data.words_behind_seconds >= 1 &&
                m.talk_behind({ seconds: Math.round(data.words_behind_seconds) })
              }
            />
            <Figure
              name={m.response_time()}
              value={`${decimal(data.requests.p50_ms)} ms`}
              about={m.response_slowest({
                p95: decimal(data.requests.p95_ms),
                p99: decimal(data.requests.p99_ms),
              })}
            />
            <Figure
              name={m.requests()}
              value={number(data.requests.count)}
              about={m.requests_about()}
            />
            <Figure
              name={m.database_size()}
              value={size(data.storage.database_bytes)}
              about={m.sound_size({ size: size(data.storage.sound_bytes) })}
            />
            <Figure name={m.disk_free()} value={size(data.storage.free_bytes)} />
            <Figure
              name={m.jobs_waiting()}
              value={number(data.queue.waiting)}
              about={m.jobs_others({
                running: number(data.queue.running),
                failed: number(data.queue.failed),
              })}
            />
            <Figure
              name={m.unfinished_conversations()}
              value={number(data.conversations.in_progress + data.conversations.processing)}
              about={m.failed_conversations({ count: number(data.conversations.failed) })}
            />
          </dl>
          <Suspense fallback={<Skeleton lines={6} />}>
            <Charts history={data.history} />
          </Suspense>
          <FailedJobs count={data.queue.failed} />
          <SettingsSection title={m.last_errors()} about={m.last_errors_about()}>
            {data.errors.length === 0 ? (
              <p className="font-serif text-18">{m.no_errors()}</p>
            ) : (
              <ol className="grid gap-3 text-14">
                {data.errors.map(({ at, message, cause }) => (
                  <li key={`${at} ${message}`} lang="en" className="grid gap-0.5">
                    <span className="text-13 text-ink-2">{dateAndTime(at)}</span>
                    <span className="wrap-anywhere">{message}</span>
                    {cause && <span className="text-13 wrap-anywhere text-ink-2">{cause}</span>}
                  </li>
                ))}
              </ol>
            )}
          </SettingsSection>
          <Users count={data.users} />
          <OverQuota users={data.over_quota} />
          <Invitations />
          <Backups {...data.backups} />
        </div>
      )}
    </>
  );
}

const QUOTAS = { sound: m.over_quota_sound, listening: m.over_quota_listening };

/** Names the users who have reached a quota. */
function OverQuota({ users }: { users: Installation['over_quota'] }) {
  if (users.length === 0) return null;
  return (
    <SettingsSection title={m.over_quota()}>
      <ul aria-label={m.over_quota()} className="grid gap-2 text-14">
        {users.map(({ email, quotas }) => (
          <li key={email} className="[overflow-wrap:anywhere]">
            {`${email}: ${quotas.map((quota) => QUOTAS[quota]()).join(', ')}`}
          </li>
        ))}
      </ul>
    </SettingsSection>
  );
}

function Figure({ name, value, about }: { name: string; value: string; about?: string | false }) {
  return (
    <div>
      <dt className="text-13 text-ink-2">{name}</dt>
      <dd className="font-serif text-28 tabular-nums">{value}</dd>
      {about && <dd className="text-13 text-ink-2">{about}</dd>}
    </div>
  );
}
