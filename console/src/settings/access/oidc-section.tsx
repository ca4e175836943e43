import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { notify } from '../../design/notices.ts';
import * as m from '../../paraglide/messages.js';
import { toMessage } from '../../service/problems.ts';
import { queryClient } from '../../service/queries.ts';
import { ApiError, service } from '../../service/service.ts';
import { shortDate } from '../../time/time.ts';
import { methodsQuery, oidcProblem } from '../../welcome/oidc.ts';
import { PasswordField } from '../../welcome/password-field.tsx';
import { SettingsSection } from '../section.tsx';

/** Connects the account with the provider, if the operator configured one. */
export function OidcSection() {
  const { data } = useQuery(methodsQuery);
  const [password, setPassword] = useState('');
  const connect = useMutation({
    mutationFn: async () => {
      const { url } = await service.linkOidc(password === '' ? {} : { current_password: password });
      location.assign(url);
    },
  });
  const disconnect = useMutation({
    mutationFn: () => service.unlinkOidc(),
    onSuccess: () => queryClient.invalidateQueries(methodsQuery),
    onError: (error) => notify(toMessage(error), { tone: 'problem' }),
  });
  if (!data?.oidc) return null;
  const { name, connected_at } = data.oidc;
  const problem = oidcProblem(name, connect.error);
  const needsPassword = connect.error instanceof ApiError && connect.error.status === 403;
  return (
    <SettingsSection title={name} about={m.oidc_about({ name })}>
      {connected_at ? (
        <>
          <p className="text-14 text-ink-2">
            {m.oidc_connected({ when: shortDate(connected_at) })}
          </p>
          <Button
            className="w-fit"
            isBusy={disconnect.isPending}
            onClick={() => disconnect.mutate()}
          >
            {m.oidc_disconnect({ name })}
          </Button>
        </>
      ) : (
        <form
          className="grid max-w-[420px] gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            connect.mutate();
          }}
        >
          {(needsPassword || password !== '') && data.has_password && (
            <PasswordField
              label={m.current_password()}
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
            />
          )}
          <Button type="submit" className="w-fit" isBusy={connect.isPending}>
            {m.oidc_connect({ name })}
          </Button>
        </form>
      )}
      {problem && (
        <p role="alert" className="text-14 text-brick">
          {problem}
        </p>
      )}
    </SettingsSection>
  );
}
