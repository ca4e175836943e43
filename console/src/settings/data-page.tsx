import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../design/button.tsx';
import { Checkbox, Field } from '../design/field.tsx';
import { RenewalSection } from '../models/renewal-section.tsx';
import { statisticsQuery } from '../models/statistics.ts';
import { Title } from '../design/title.tsx';
import * as m from '../paraglide/messages.js';
import { getLocale } from '../paraglide/runtime.js';
import { at } from '../service/base.ts';
import { useChange } from '../service/change.ts';
import { toMessage } from '../service/problems.ts';
import { meQuery, queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';
import { methodsQuery } from '../welcome/oidc.ts';
import { PasswordField } from '../welcome/password-field.tsx';
import { ArchiveSection } from './archive-section.tsx';
import { QuotasSection } from './access/quotas-section.tsx';
import { CalendarSection } from './calendar-section.tsx';
import { ExamplesSection } from './access/examples-section.tsx';
import { forgetUser } from './forget-user.ts';
import { SettingsSection, UnreadySection } from './section.tsx';

export default function DataPage() {
  return (
    <>
      <Title>{m.data()}</Title>
      <Totals />
      <RenewalSection />
      <Sound />
      <ExamplesSection />
      <QuotasSection />
      <CalendarSection />
      <ArchiveSection />
      <DeleteAccount />
    </>
  );
}

function Totals() {
  const query = useQuery(statisticsQuery);
  const { data } = query;
  if (!data) return <UnreadySection title={m.what_is_stored()} query={query} />;
  const number = new Intl.NumberFormat(getLocale());
  const rows = [
    [m.conversations(), data.conversations],
    [m.minutes(), Math.round(data.minutes)],
    [m.memories(), data.memories],
    [m.tasks(), (data.open_action_items ?? 0) + (data.completed_action_items ?? 0)],
    [m.goals(), data.goals],
    [m.people(), data.people],
    [m.model_tokens(), data.model_tokens],
  ] as const;
  return (
    <SettingsSection title={m.what_is_stored()} about={m.what_is_stored_about()}>
      <dl className="grid grid-cols-2 gap-x-8 gap-y-4 sm:grid-cols-4">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt className="text-13 text-ink-2">{label}</dt>
            <dd className="font-serif text-22 tabular-nums">{number.format(value ?? 0)}</dd>
          </div>
        ))}
      </dl>
    </SettingsSection>
  );
}

const audioKey = ['audio-choice'];

function Sound() {
  const query = useQuery({ queryKey: audioKey, queryFn: () => service.getAudioChoice() });
  const { data } = query;
  const choose = useChange({
    show: (keep: boolean) => {
      const before = queryClient.getQueryData(audioKey);
      queryClient.setQueryData(audioKey, { ...data, keep });
      return () => queryClient.setQueryData(audioKey, before);
    },
    send: (keep) => service.chooseAudio({ keep }),
  });
  if (!data) return <UnreadySection title={m.sound()} query={query} />;
  const megabytes = Math.round(data.kept_bytes / 1e6);
  return (
    <SettingsSection title={m.sound()} about={m.sound_about({ days: data.days })}>
      <label className="flex items-center gap-3">
        <Checkbox
          checked={data.keep}
          disabled={!data.allowed}
          onChange={(event) => choose.mutate(event.target.checked)}
        />
        {m.keep_sound()}
      </label>
      <p className="text-13 text-ink-2">
        {data.allowed ? m.sound_kept({ megabytes }) : m.sound_not_allowed()}
      </p>
    </SettingsSection>
  );
}

/** The user must type the address of the account, so that nobody deletes everything by mistake. */
function DeleteAccount() {
  const { data: me } = useQuery(meQuery);
  const [isOpen, setOpen] = useState(false);
  const { data: methods } = useQuery(methodsQuery);
  const hasPassword = methods?.has_password ?? true;
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const remove = useMutation({
    mutationFn: () => service.deleteMe(hasPassword ? { current_password: password } : {}),
    onSuccess: async () => {
      await forgetUser();
      location.assign(at('/sign-in'));
    },
  });
  return (
    <SettingsSection title={m.delete_account()} about={m.delete_account_about()}>
      {isOpen ? (
        <form
          className="grid max-w-[420px] gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            remove.mutate();
          }}
        >
          <Field
            label={m.type_to_delete({ email: me?.email ?? '' })}
            autoComplete="off"
            autoFocus
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          {hasPassword ? (
            <PasswordField
              label={m.current_password()}
              autoComplete="current-password"
              value={password}
              problem={remove.error ? toMessage(remove.error) : undefined}
              onChange={setPassword}
            />
          ) : (
            remove.error && (
              <p role="alert" className="text-14 text-brick">
                {toMessage(remove.error)}
              </p>
            )
          )}
          <div className="flex gap-2">
            <Button
              type="submit"
              look="danger"
              disabled={typed !== me?.email || (hasPassword && password === '') || remove.isPending}
            >
              {m.delete_account()}
            </Button>
            <Button look="plain" onClick={() => setOpen(false)}>
              {m.cancel()}
            </Button>
          </div>
        </form>
      ) : (
        <Button look="danger" className="w-fit" onClick={() => setOpen(true)}>
          {m.delete_account()}
        </Button>
      )}
    </SettingsSection>
  );
}
