import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '../design/button.tsx';
import { notify } from '../design/notices.ts';
import * as m from '../paraglide/messages.js';
import { toMessage } from '../service/problems.ts';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';
import { shortDate } from '../time/time.ts';
import { KeyOnce } from './keys/key-once.tsx';
import { SettingsSection, UnreadySection } from './section.tsx';

const queryKey = ['calendar-address'];
const onError = (error: unknown) => notify(toMessage(error), { tone: 'problem' });
const onSuccess = () => queryClient.invalidateQueries({ queryKey });

/** The secret address at which calendar programs read events and tasks; it is shown once. */
export function CalendarSection() {
  const query = useQuery({ queryKey, queryFn: () => service.getCalendarAddress() });
  const { data } = query;
  const make = useMutation({
    mutationFn: () => service.makeCalendarAddress(),
    onSuccess,
    onError,
  });
  const end = useMutation({ mutationFn: () => service.endCalendarAddress(), onSuccess, onError });
  if (!data) return <UnreadySection title={m.calendar_address()} query={query} />;
  if (make.data) {
    return (
      <SettingsSection title={m.calendar_address()} about={m.calendar_address_about()}>
        <KeyOnce
          secret={make.data.url}
          about={m.calendar_address_once()}
          onDone={() => make.reset()}
        />
      </SettingsSection>
    );
  }
  return (
    <SettingsSection title={m.calendar_address()} about={m.calendar_address_about()}>
      {data.created_at && (
        <p className="text-14 text-ink-2">
          {m.calendar_address_since({ when: shortDate(data.created_at) })}
        </p>
      )}
      <div className="flex gap-2">
        <Button onClick={() => make.mutate()} isBusy={make.isPending}>
          {data.created_at ? m.calendar_address_renew() : m.calendar_address_make()}
        </Button>
        {data.created_at && (
          <Button look="danger" onClick={() => end.mutate()} isBusy={end.isPending}>
            {m.calendar_address_end()}
          </Button>
        )}
      </div>
    </SettingsSection>
  );
}
