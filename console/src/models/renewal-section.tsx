import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '../design/button.tsx';
import { notify } from '../design/notices.ts';
import * as m from '../paraglide/messages.js';
import { toMessage } from '../service/problems.ts';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';
import { SettingsSection } from '../settings/section.tsx';

/** While conversations are heard and understood anew, the number that is left is read again this often. */
const LOOK_AGAIN_MS = 5_000;

const renewalQuery = queryOptions({
  queryKey: ['renewal'],
  queryFn: () => service.getRenewal(),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.scheduled === 'now' ? LOOK_AGAIN_MS : false),
});

/** Offers to hear and understand old conversations anew, when there are models for it. */
export function RenewalSection() {
  const { data } = useQuery(renewalQuery);
  const change = useMutation({
    mutationFn: (when: 'at_night' | 'now' | null) =>
      when === null ? service.cancelRenewal() : service.scheduleRenewal({ when }),
    onSuccess: (renewal) => queryClient.setQueryData(renewalQuery.queryKey, renewal),
    onError: (error) => notify(toMessage(error), { tone: 'problem' }),
  });
  if (!data) return null;
  const { model, conversations, recogniser, recordings, scheduled } = data;
  const about = [
    recogniser !== null && recordings > 0 && m.renewal_heard({ count: recordings, recogniser }),
    model !== null && conversations > 0 && m.renewal_about({ count: conversations, model }),
  ].filter((text) => text !== false);
  const isPossible = model !== null || recogniser !== null;
  if (!isPossible || (about.length === 0 && scheduled === null)) return null;
  return (
    <SettingsSection title={m.understand_anew()} about={about.join(' ')}>
      <div className="flex flex-wrap items-center gap-3">
        {scheduled === null ? (
          <>
            <Button isBusy={change.isPending} onClick={() => change.mutate('at_night')}>
              {m.renewal_at_night()}
            </Button>
            <Button look="quiet" isBusy={change.isPending} onClick={() => change.mutate('now')}>
              {m.renewal_now()}
            </Button>
          </>
        ) : (
          <>
            <p role="status" className="text-14">
              {scheduled === 'now' ? m.renewal_runs() : m.renewal_planned()}
            </p>
            <Button look="quiet" isBusy={change.isPending} onClick={() => change.mutate(null)}>
              {m.renewal_stop()}
            </Button>
          </>
        )}
      </div>
    </SettingsSection>
  );
}
