import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '../../../client/src/index.ts';
import { Button } from '../design/button.tsx';
import { Field } from '../design/field.tsx';
import { notify } from '../design/notices.ts';
import { setTimezone } from '../time/zone.ts';
import { Title } from '../design/title.tsx';
import * as m from '../paraglide/messages.js';
import { getLocale } from '../paraglide/runtime.js';
import { problemsByField } from '../design/forms/problems-by-field.ts';
import { toMessage } from '../service/problems.ts';
import { meQuery, queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';
import { chooseLocale } from '../shell/locale.ts';
import { applyTheme, currentTheme } from '../shell/theme.ts';
import type { Theme } from '../shell/theme.ts';
import { methodsQuery } from '../welcome/oidc.ts';
import { PasswordField } from '../welcome/password-field.tsx';
import { OidcSection } from './access/oidc-section.tsx';
import { PasskeysSection } from './access/passkeys-section.tsx';
import { DeviceSection } from './device/device-section.tsx';
import { SettingsSection, UnreadySection } from './section.tsx';
import { SignOut } from './sign-out.tsx';

export default function YouPage() {
  const query = useQuery(meQuery);
  const { data: me } = query;
  if (!me) return <UnreadySection title={m.settings_you()} query={query} />;
  return (
    <>
      <Title>{m.settings_you()}</Title>
      <Profile me={me} />
      <Appearance />
      <DeviceSection />
      <Password email={me.email} />
      <PasskeysSection />
      <OidcSection />
      <SignOut />
    </>
  );
}

function Profile({ me }: { me: User }) {
  const [typed, setTyped] = useState({ name: me.name, email: me.email, timezone: me.timezone });
  const [password, setPassword] = useState('');
  const hasPassword = useHasPassword();
  const isNewAddress = typed.email !== me.email;
  const save = useMutation({
    mutationFn: () => {
      const { email, ...rest } = typed;
      // Only a new address needs the password.
      const address = { email, ...(hasPassword && { current_password: password }) };
      return service.updateMe({ ...rest, ...(isNewAddress && address) });
    },
    onSuccess: (user) => {
      setTimezone(user.timezone);
      queryClient.setQueryData(meQuery.queryKey, user);
      setPassword('');
      notify(m.saved());
    },
  });
  const problems = problemsByField(save.error);
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    problem: problems[name],
    required: true,
    onChange: ({ target }: { target: HTMLInputElement }) =>
      setTyped({ ...typed, [name]: target.value }),
  });
  return (
    <SettingsSection title={m.settings_you()}>
      <form
        className="grid max-w-[420px] gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Field label={m.your_name()} autoComplete="name" {...field('name')} />
        <Field label={m.email()} type="email" autoComplete="username" {...field('email')} />
        {isNewAddress && hasPassword && (
          <PasswordField
            label={m.current_password()}
            autoComplete="current-password"
            value={password}
            problem={problems['current_password']}
            onChange={setPassword}
          />
        )}
        <Field label={m.timezone()} list="timezones" {...field('timezone')} />
        <datalist id="timezones">
          {Intl.supportedValuesOf('timeZone').map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Problem error={Object.keys(problems).length > 0 ? null : save.error} />
        <Button type="submit" look="primary" className="w-fit" isBusy={save.isPending}>
          {m.save()}
        </Button>
      </form>
    </SettingsSection>
  );
}

function Appearance() {
  const [theme, setTheme] = useState(currentTheme);
  const themes: [Theme, string][] = [
    ['system', m.theme_system()],
    ['light', m.theme_light()],
    ['dark', m.theme_dark()],
  ];
  return (
    <SettingsSection title={m.appearance()}>
      <Choice
        label={m.theme()}
        options={themes}
        chosen={theme}
        onChoose={(chosen) => {
          applyTheme(chosen);
          setTheme(chosen);
        }}
      />
      <Choice
        label={m.language()}
        options={[
          ['en', 'English'],
          ['de', 'Deutsch'],
        ]}
        chosen={getLocale()}
        onChoose={chooseLocale}
      />
    </SettingsSection>
  );
}

const OPTION =
  'flex min-h-8 cursor-pointer items-center rounded-[4px] px-3 text-14 text-ink-2 has-checked:bg-sheet ' +
  'has-checked:text-ink has-checked:shadow-sm has-focus-visible:outline-2 ' +
  'has-focus-visible:outline-ember pointer-coarse:min-h-11';

function Choice<T extends string>({
  label,
  options,
  chosen,
  onChoose,
}: {
  label: string;
  options: readonly (readonly [T, string])[];
  chosen: T;
  onChoose: (value: T) => void;
}) {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-14 font-medium">{label}</legend>
      <div className="flex w-fit gap-1 rounded-control bg-sunken p-1">
        {options.map(([value, name]) => (
          <label key={value} className={OPTION}>
            <input
              type="radio"
              name={label}
              value={value}
              checked={value === chosen}
              onChange={() => onChoose(value)}
              className="sr-only"
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Accounts of people who sign in another way may have no password. */
const useHasPassword = () => useQuery(methodsQuery).data?.has_password ?? true;

function Password({ email }: { email: string }) {
  const hasPassword = useHasPassword();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useMutation({
    mutationFn: () =>
      service.changePassword({
        ...(hasPassword && { current_password: current }),
        new_password: next,
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(methodsQuery);
      setCurrent('');
      setNext('');
      notify(m.password_changed());
    },
  });
  const problems = problemsByField(change.error);
  return (
    <SettingsSection id="password" title={m.password()} about={m.password_about()}>
      <form
        className="grid max-w-[420px] gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate();
        }}
      >
        {/* Tells password managers which account changes. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        {hasPassword && (
          <PasswordField
            label={m.current_password()}
            autoComplete="current-password"
            value={current}
            problem={problems['current_password']}
            onChange={setCurrent}
          />
        )}
        <PasswordField
          label={m.new_password()}
          autoComplete="new-password"
          hint={m.password_hint()}
          minLength={12}
          value={next}
          problem={problems['new_password']}
          onChange={setNext}
        />
        <Problem error={Object.keys(problems).length > 0 ? null : change.error} />
        <Button type="submit" className="w-fit" isBusy={change.isPending}>
          {m.change_password()}
        </Button>
      </form>
    </SettingsSection>
  );
}

function Problem({ error }: { error: Error | null }) {
  if (!error) return null;
  return (
    <p role="alert" className="text-14 text-brick">
      {toMessage(error)}
    </p>
  );
}
