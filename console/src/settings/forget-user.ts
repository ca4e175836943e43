import { deleteAllShared } from '../incoming/store.ts';
import { meQuery, queryClient } from '../service/queries.ts';
import { deleteCopy } from '../service/offline.ts';
import { noteSignedOut } from '../service/session.ts';
import { unsubscribe } from './device/push.ts';
import { forgetChoices } from '../search/commands/often.ts';
import { deleteWrites } from '../writing/store.ts';

/**
 * Deletes all that this browser stores of the user: the copy, the changes that wait, the notes, the
 * sound and what other apps shared. Called after the service has ended the session, because until then they could still be
 * sent.
 */
export async function forgetUser(): Promise<void> {
  noteSignedOut();
  // The service has ended them with the session, so nobody waits for a slow browser.
  void forgetNotifications().catch(() => {});
  forgetChoices();
  const forgetSound = async () => {
    // Set by the first talk in this browser.
    if (localStorage.getItem('device')) await (await import('../talk/talk.ts')).forgetTalk();
  };
  // The user leaves in any case, and one failure keeps nothing else in the browser.
  await Promise.allSettled([
    forgetSound(),
    deleteWrites(),
    deleteAllShared(),
    forgetNotifications(),
  ]);
  queryClient.clear();
  queryClient.setQueryData(meQuery.queryKey, null);
  await deleteCopy().catch(() => {});
}

async function forgetNotifications(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const each of (await worker?.getNotifications()) ?? []) each.close();
  await unsubscribe();
}
