import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { Button, buttonClass } from '../design/button.tsx';
import { Field } from '../design/field.tsx';
import { Title } from '../design/title.tsx';
import * as m from '../paraglide/messages.js';
import { signUpWithPasskey, supportsPasskeys } from '../service/passkeys.ts';
import { problemsByField } from '../design/forms/problems-by-field.ts';
import { toMessage } from '../service/problems.ts';
import { meQuery, queryClient } from '../service/queries.ts';
import { ApiError, service } from '../service/service.ts';
import { programName } from '../settings/access/program-name.ts';
import { Frame } from './frame.tsx';
import { OidcButton } from './oidc-button.tsx';
import { PasswordField } from './password-field.tsx';
import { at } from '../service/base.ts';

const route = getRouteApi('/welcome');
const MIN_PASSWORD = 12;

/**
 * Creates the first account, with the link from the terminal, or the account of an invited person.
 */
export default function WelcomePage() {
  const { token } = route.useSearch();
  const invitation = /^#(svc_inv_[\w-]+)$/.exec(location.hash)?.[1];
  const navigate = useNavigate();
  const state = useQuery({
    queryKey: ['set-up'],
    queryFn: readSetUp,
    enabled: !invitation,
    gcTime: 0,
  });
  const [isNamed, setNamed] = useState(false);
  const [byPasskey, setByPasskey] = useState(false);
  const [account, setAccount] = useState({
    name: '',
    email: '',
    password: '',
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  const create = useMutation({
    mutationFn: async () => {
      const admission = invitation ? { invitation } : { setup_token: token ?? '' };
      if (byPasskey) {
        const { password: _, ...rest } = account;
        const passkey_name = programName(navigator.userAgent);
        await signUpWithPasskey({ ...rest, ...admission, passkey_name });
      } else {
        if (invitation) await service.signUp({ ...account, invitation });
        else await setUp({ ...account, ...admission });
        await service.signIn({ email: account.email, password: account.password });
      }
      await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
    },
    onSuccess: () => navigate({ to: '/' }),
  });
  if (state.isLoading) return null;
  if (state.data?.has_owner && create.isIdle) {
    return (
      <Frame title={m.sign_in_title()} about={m.refused_owner_there()}>
        <Title>{m.sign_in_title()}</Title>
        <Link to="/" className={buttonClass('primary')}>
          {m.sign_in()}
        </Link>
      </Frame>
    );
  }
  if (!isNamed) {
    return (
      <NameQuestion
        title={invitation ? m.welcome_invited() : m.welcome_title()}
        name={account.name}
        onChange={(name) => setAccount({ ...account, name })}
        onDone={() => setNamed(true)}
      >
        {invitation && <OidcButton to="/" invitation={invitation} />}
      </NameQuestion>
    );
  }
  const problems = problemsByField(create.error);
  const field = (name: 'name' | 'email' | 'timezone') => ({
    value: account[name],
    problem: problems[name],
    required: true,
    onChange: ({ target }: { target: HTMLInputElement }) =>
      setAccount({ ...account, [name]: target.value }),
  });
  const isUnplaced = create.error && Object.keys(problems).length === 0;
  return (
    <Frame
      title={m.welcome_name({ name: account.name.trim() })}
      about={(invitation ? m.welcome_invited_about : m.welcome_about)({ host: location.host })}
    >
      <Title>{m.create_account()}</Title>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        {problems['name'] && <Field label={m.your_name()} maxLength={100} {...field('name')} />}
        <Field
          label={m.email()}
          type="email"
          autoComplete="username"
          autoFocus
          {...field('email')}
        />
        {byPasskey ? (
          <p className="text-14 text-ink-2">{m.passkeys_about()}</p>
        ) : (
          <PasswordField
            label={m.password()}
            autoComplete="new-password"
            hint={m.password_hint()}
            minLength={MIN_PASSWORD}
            value={account.password}
            problem={problems['password']}
            onChange={(password) => setAccount({ ...account, password })}
          />
        )}
        {supportsPasskeys() && (
          <Button look="plain" className="-ml-3.5 w-fit" onClick={() => setByPasskey(!byPasskey)}>
            {byPasskey ? m.use_password() : m.use_passkey()}
          </Button>
        )}
        <TimezoneChoice label={m.timezone()} {...field('timezone')} />
        {isUnplaced && (
          <p role="alert" className="text-14 text-brick">
            {toMessage(create.error)}
          </p>
        )}
        <Button type="submit" look="primary" isBusy={create.isPending}>
          {m.create_account()}
        </Button>
      </form>
    </Frame>
  );
}

/** The one question of the first page. */
function NameQuestion({
  title,
  name,
  onChange,
  onDone,
  children,
}: {
  title: string;
  name: string;
  onChange: (name: string) => void;
  onDone: () => void;
  children: ReactNode;
}) {
  return (
    <Frame title={m.welcome_question()} about={title}>
      <Title>{m.welcome_question()}</Title>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') onDone();
        }}
      >
        <Field
          label={m.your_name()}
          autoComplete="name"
          autoFocus
          required
          maxLength={100}
          value={name}
          onChange={({ target }) => onChange(target.value)}
        />
        <Button type="submit" look="primary">
          {m.go_on()}
        </Button>
        {children}
      </form>
    </Frame>
  );
}

/** The browser knows the time zone, so it is a line that can be opened. */
function TimezoneChoice(field: ComponentProps<typeof Field>) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && !field.problem) {
    return (
      <p className="flex flex-wrap items-center gap-x-2 text-14 text-ink-2">
        {m.timezone_is({ zone: String(field.value).replaceAll('_', ' ') })}
        <Button look="plain" onClick={() => setOpen(true)}>
          {m.change_timezone()}
        </Button>
      </p>
    );
  }
  return (
    <>
      <Field {...field} list="timezones" />
      <datalist id="timezones">
        {Intl.supportedValuesOf('timeZone').map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

// These routes are not in the typed client, because only this page needs them.

/** Tells whether the owner account exists, so that a used link does not ask for one. */
async function readSetUp(): Promise<{ has_owner: boolean }> {
  return (await fetch(at('/v1/auth/set-up'))).json();
}

async function setUp(account: object): Promise<void> {
  const response = await fetch(at('/v1/auth/set-up'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(account),
  });
  if (response.ok) return;
  const { detail } = (await response.json()) as { detail: unknown };
  throw new ApiError(response.status, detail, null);
}
