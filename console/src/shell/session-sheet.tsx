import { useEffect } from 'react';
import { Sheet } from '../design/sheet.tsx';
import * as m from '../paraglide/messages.js';
import { meQuery, queryClient } from '../service/queries.ts';
import { at } from '../service/base.ts';
import { countOfEnds, noteSignedIn } from '../service/session.ts';
import { SignInForm } from '../welcome/sign-in-form.tsx';

/**
 * The sign-in dialog after the session has ended. The page below the dialog keeps its state and
 * continues.
 */
export default function SessionSheet() {
  const me = queryClient.getQueryData(meQuery.queryKey);
  useEffect(() => {
    const signal = new AbortController();
    document.addEventListener('visibilitychange', () => void noteSignInElsewhere(me?.id), signal);
    return () => signal.abort();
  }, [me?.id]);
  return (
    <Sheet
      title={m.session_ended()}
      about={m.session_ended_about()}
      canClose={false}
      onClose={() => {}}
    >
      <SignInForm email={me?.email} to={location.pathname + location.search} onDone={() => {}} />
    </Sheet>
  );
}

/** The tabs of a browser share the session, so the user may have signed in in another one. */
async function noteSignInElsewhere(id: string | undefined): Promise<void> {
  const since = countOfEnds();
  const response = await fetch(at('/v1/auth/me')).catch(() => null);
  if (!response?.ok) return;
  const user = (await response.json()) as { id: string };
  if (user.id === id) noteSignedIn(since);
  // Nothing of the user before may stay on the page.
  else location.reload();
}
