import { Sheet } from '../design/sheet.tsx';
import * as m from '../paraglide/messages.js';
import { meQuery, queryClient } from '../service/queries.ts';
import { SignInForm } from '../welcome/sign-in-form.tsx';

/** Lies over the page when the session has ended. Everything on the page stays and goes on. */
export default function SessionSheet() {
  const email = queryClient.getQueryData(meQuery.queryKey)?.email;
  return (
    <Sheet
      title={m.session_ended()}
      about={m.session_ended_about()}
      canClose={false}
      onClose={() => {}}
    >
      <SignInForm email={email} onDone={() => {}} />
    </Sheet>
  );
}
