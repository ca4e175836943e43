import { useMutation } from '@tanstack/react-query';
import type { CallOptions } from '../../../client/src/index.ts';
import { notify } from '../design/notices.ts';
import * as m from '../paraglide/messages.js';
import { useChange } from '../service/change.ts';
import { toMessage } from '../service/problems.ts';
import { queryClient } from '../service/queries.ts';
import { ApiError, service } from '../service/service.ts';
import { attempt } from '../writing/writes.ts';
import { conversationQuery, patchConversation } from '../conversations/conversations.ts';
import { useItemTick } from '../conversations/ticking.ts';
import { saveCalendar } from './calendar-file.ts';

/** The changes that a user makes to the conversation on the page. */
export function useReadingChanges(id: string) {
  const rename = useChange({
    show: ({ title }: { title: string; etag: string }) => patchTitle(id, title),
    send: ({ title, etag }) =>
      attempt(titleEdit(id, title), (_key, signal) =>
        rewriteTitle(id, title, { ifMatch: etag, ...(signal && { signal }) }),
      ),
  });
  const tick = useItemTick(id);
  const markEvent = useChange({
    show: (index: number) =>
      patchConversation([id], (each) => ({
        ...each,
        structured: {
          ...each.structured,
          events: each.structured.events.map((event, at) =>
            at === index ? { ...event, created: true } : event,
          ),
        },
      })),
    send: (index) =>
      service.markEvents({ conversation_id: id, events_idx: [index], values: [true] }),
  });
  return { rename, tick, markEvent };
}

/** Makes title, overview, tasks and facts from the words as they are now. */
export async function understandAnew(id: string): Promise<void> {
  const takeBack = patchConversation([id], (each) => ({ ...each, status: 'processing' }));
  try {
    await service.reprocessConversation({ conversation_id: id });
    notify(m.understood_anew());
  } catch (error) {
    takeBack();
    notify(toMessage(error), { tone: 'problem' });
  }
}

const patchTitle = (id: string, title: string) =>
  patchConversation([id], (each) => ({ ...each, structured: { ...each.structured, title } }));

const titleBefore = new Map<string, string>();
/** Remembers the title from the start of an edit, to detect changes by somebody else. */
export const noteTitle = (id: string, title: string) => void titleBefore.set(id, title);

const titleEdit = (id: string, title: string) => ({
  operation: 'updateOwnConversation' as const,
  input: { conversation_id: id },
  edit: {
    read: 'getOwnConversation' as const,
    key: { conversation_id: id },
    field: 'title',
    path: 'structured.title',
    text: title,
    before: titleBefore.get(id) ?? title,
  },
});

async function rewriteTitle(id: string, title: string, options: CallOptions): Promise<void> {
  try {
    await service.updateOwnConversation({ conversation_id: id, title }, options);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 412)) throw error;
    // Only a changed title is a conflict; other changes of the conversation are not.
    const { ifMatch: _old, ...rest } = options;
    await resolveTitle(id, title, rest);
  }
}

async function resolveTitle(id: string, title: string, options: CallOptions): Promise<void> {
  const { value, etag } = await service.read(
    'getOwnConversation',
    { conversation_id: id },
    options,
  );
  const theirs = value.structured.title;
  const save = (given: CallOptions) =>
    service.updateOwnConversation({ conversation_id: id, title }, { ...given, ifMatch: etag });
  if (theirs === titleBefore.get(id) || theirs === title) {
    await save(options);
    return;
  }
  queryClient.setQueryData(conversationQuery(id).queryKey, { value, etag });
  notify(m.title_changed_elsewhere({ theirs, title }), {
    ms: 20_000,
    action: {
      label: m.use_mine(),
      run: () => {
        const takeBack = patchTitle(id, title);
        save({}).catch((error: unknown) => {
          takeBack();
          notify(toMessage(error), { tone: 'problem' });
        });
      },
    },
  });
}

/** Saves the invitation to an event, which the service writes. */
export const useInvitation = (conversation_id: string) =>
  useMutation({
    mutationFn: ({ index }: { index: number; title: string }) =>
      service.getInvitation({ conversation_id, event: index }),
    onSuccess: (text, appointment) => saveCalendar(text, appointment),
    onError: (error) => notify(toMessage(error), { tone: 'problem' }),
  });
