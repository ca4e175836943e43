import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../design/button.tsx';
import { Sheet } from '../design/sheet.tsx';
import * as m from '../paraglide/messages.js';
import { countShared } from '../incoming/store.ts';
import { toMessage } from '../service/problems.ts';
import { ApiError, service } from '../service/service.ts';
import { countOfEnds, noteSignedIn, noteSignedOut } from '../service/session.ts';
import { sendWaiting } from '../writing/queue.ts';
import { listWrites } from '../writing/store.ts';
import { forgetUser } from './forget-user.ts';
import { SettingsSection } from './section.tsx';

/** Another tab may still be sending changes. */
const LONGEST_SENDING_MS = 10_000;

/** Changes that wait are sent first. If some still wait, the user decides. */
export function SignOut() {
  const navigate = useNavigate();
  const [unsaved, setUnsaved] = useState(0);
  const signOut = useMutation({
    mutationFn: async ({ losesChanges }: { losesChanges: boolean }) => {
      const count = losesChanges ? 0 : await countUnsaved();
      setUnsaved(count);
      if (count > 0) return;
      await endSession();
      await forgetUser();
      await navigate({ to: '/sign-in', search: {} });
    },
  });
  const problem = signOut.error && (
    <p role="alert" className="text-14 text-brick">
      {toMessage(signOut.error)}
    </p>
  );
  return (
    <SettingsSection id="sign-out" title={m.sign_out()} about={m.sign_out_about()}>
      <Button
        className="w-fit"
        onClick={() => signOut.mutate({ losesChanges: false })}
        isBusy={signOut.isPending}
      >
        {m.sign_out()}
      </Button>
      {problem}
      {unsaved > 0 && (
        <Sheet
          title={m.sign_out_unsaved()}
          about={
            unsaved === 1 ? m.sign_out_loses_change() : m.sign_out_loses_changes({ count: unsaved })
          }
          onClose={() => setUnsaved(0)}
        >
          <p className="flex gap-2">
            <Button
              look="danger"
              onClick={() => signOut.mutate({ losesChanges: true })}
              isBusy={signOut.isPending}
            >
              {m.sign_out_anyway()}
            </Button>
            <Button look="plain" onClick={() => setUnsaved(0)}>
              {m.cancel()}
            </Button>
          </p>
        </Sheet>
      )}
    </SettingsSection>
  );
}

/**
 * Returns how many changes could not be sent, and how much that was shared is not imported. Refused
 * changes have been shown to the user.
 */
async function countUnsaved(): Promise<number> {
  const waited = new Promise((resolve) => setTimeout(resolve, LONGEST_SENDING_MS));
  await Promise.race([sendWaiting(), waited]);
  const writes = (await listWrites()).filter(({ problem }) => !problem);
  return writes.length + (await countShared());
}

/** The session ends before the answer comes, and the page may still be loading. */
async function endSession(): Promise<void> {
  noteSignedOut();
  try {
    await service.signOut();
  } catch (error) {
    // The session has ended already.
    if (error instanceof ApiError && error.status === 401) return;
    noteSignedIn(countOfEnds());
    throw error;
  }
}
