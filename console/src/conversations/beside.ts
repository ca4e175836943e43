import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Conversation } from '../../../client/src/index.ts';
import { service } from '../service/service.ts';
import { beganAt } from './conversations.ts';
import type { Found } from './conversations.ts';

/** The conversations of the list from which the user opened one, in its order. */
let listed: readonly string[] = [];
export const noteListed = (ids: readonly string[]) => void (listed = ids);

const STATUSES = 'in_progress,processing,completed,failed';
/** Itself and the next one, and one more that began at the same time. */
const LIMIT = 3;

/** A conversation between the one before it and the one after it; the newest first. */
const besideQuery = (conversation: Conversation) =>
  queryOptions({
    queryKey: ['conversations', 'beside', conversation.id],
    queryFn: async (): Promise<Found[]> => {
      const began = beganAt(conversation);
      const [older, newer] = await Promise.all([
        service.page('listOwnConversations', {
          statuses: STATUSES,
          started_to: began,
          sort: 'started_desc',
          limit: LIMIT,
        }),
        service.page('listOwnConversations', {
          statuses: STATUSES,
          started_from: began,
          sort: 'started_asc',
          limit: LIMIT,
        }),
      ]);
      const after = (items: readonly Conversation[]) =>
        items.slice(items.findIndex(({ id }) => id === conversation.id) + 1).slice(0, 1);
      const shown = [...after(newer.items), conversation, ...after(older.items)];
      return shown.map((each) => ({ conversation: each, match: undefined }));
    },
  });

/**
 * Returns the ids of the conversations before and after one: in the list from which it was opened, otherwise in time,
 * the newest first.
 */
export function useBeside(conversation: Conversation): {
  previous: string | undefined;
  next: string | undefined;
} {
  const isListed = listed.includes(conversation.id);
  const { data = [] } = useQuery({ ...besideQuery(conversation), enabled: !isListed });
  const order = isListed ? listed : data.map((each) => each.conversation.id);
  const place = order.indexOf(conversation.id);
  return { previous: order[place - 1], next: place < 0 ? undefined : order[place + 1] };
}
