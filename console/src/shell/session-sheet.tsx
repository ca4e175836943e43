import { Sheet } from '../design/sheet.tsx';
import * as m from '../paraglide/messages.js';
import { meQuery, queryClient } from '../service/queries.ts';
import { SignInForm } from '../welcome/sign-in-form.tsx';

/**
 * The sign-in dialog after the session has ended. The page below the dialog keeps its state and
 * continues.
 */
export default function SessionSheet() {
  const email = queryClient.getQueryData(meQuery.queryKey)?.email;
  return (
    <Sheet
      title={m.session_ended()}
      about={m.session_ended_about()}
      canClose={false}
      onClose={() => {}}
    >
      <SignInForm email={email} to={location.pathname + location.search} onDone={() => {}} />
    </Sheet>
  );
}
