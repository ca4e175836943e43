import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../design/button.tsx';
import { Field } from '../design/field.tsx';
import * as m from '../paraglide/messages.js';
import { signInWithPasskey, supportsPasskeys } from '../service/passkeys.ts';
import { toMessage } from '../service/problems.ts';
import { meQuery, queryClient } from '../service/queries.ts';
import { ApiError, service } from '../service/service.ts';
import { OidcButton } from './oidc-button.tsx';
import { PasswordField } from './password-field.tsx';

const refusalOf = (error: Error) =>
  error instanceof ApiError && error.status === 401 ? m.sign_in_refused() : toMessage(error);

export function SignInForm({
  email,
  to,
  onDone,
}: {
  email?: string | undefined;
  /** The page that the user wants, for a sign-in that leaves this one. */
  to: string;
  onDone: () => void;
}) {
  const [typed, setTyped] = useState(email ?? '');
  const [password, setPassword] = useState('');
  const entering = (enter: () => Promise<unknown>) => ({
    mutationFn: async () => {
      await enter();
      await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
    },
    onSuccess: onDone,
  });
  const signIn = useMutation(entering(() => service.signIn({ email: typed.trim(), password })));
  const byPasskey = useMutation(entering(signInWithPasskey));
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        signIn.mutate();
      }}
    >
      <Field
        label={m.email()}
        type="email"
        autoComplete="username"
        required
        autoFocus={!email}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <PasswordField
        label={m.password()}
        autoComplete="current-password"
        autoFocus={Boolean(email)}
        value={password}
        onChange={setPassword}
        problem={signIn.error ? refusalOf(signIn.error) : undefined}
      />
      <Button type="submit" look="primary" isBusy={signIn.isPending}>
        {m.sign_in()}
      </Button>
      {supportsPasskeys() && (
        <Button isBusy={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
          {m.sign_in_with_passkey()}
        </Button>
      )}
      {byPasskey.error && (
        <p role="alert" className="text-14 text-brick">
          {toMessage(byPasskey.error)}
        </p>
      )}
      <OidcButton to={to} />
    </form>
  );
}
