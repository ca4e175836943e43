import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '../design/button.tsx';
import * as m from '../paraglide/messages.js';
import { oidcProblem, oidcQuery, startOidc } from './oidc.ts';

/** Goes on at the provider, if the operator configured one. `to` is opened afterwards. */
export function OidcButton({ to, invitation }: { to: string; invitation?: string | undefined }) {
  const { data } = useQuery(oidcQuery);
  const start = useMutation({ mutationFn: () => startOidc({ to, invitation }) });
  const name = data?.name;
  if (!name) return null;
  const problem = oidcProblem(name, start.error);
  return (
    <>
      <Button isBusy={start.isPending} onClick={() => start.mutate()}>
        {m.continue_with({ name })}
      </Button>
      {problem && (
        <p role="alert" className="text-14 text-brick">
          {problem}
        </p>
      )}
    </>
  );
}
