import type { Summariser } from '../../engines/summaries/summariser.ts';
import { shortId } from '../../core/ids.ts';
import type { Context } from '../../kit/context.ts';
import { may } from '../../kit/operation.ts';
import type { ChangeWatch } from '../changes/change-watch.ts';
import { watchEventsOperation } from '../changes/events.ts';
import { recordKinds } from '../changes/record-kinds.ts';

/** The changes of resources to which an assistant has subscribed. */

/**
 * Yields lists of the addresses that changed, and empty lists. The first list is empty; it tells
 * that the watch has begun.
 */
export type ResourceUpdates = (
  context: Context,
  addresses: readonly string[],
) => AsyncGenerator<string[]>;

/** The kinds of records behind each kind of address, with the scope that reads them. */
const KINDS = {
  conversations: { kinds: ['conversation'], scope: 'conversations:read' },
  memories: { kinds: ['memory'], scope: 'memories:read' },
  days: { kinds: ['day_summary'], scope: 'conversations:read' },
  profile: { kinds: ['memory'], scope: 'memories:read' },
} as const;
const ADDRESS = /^commonplace:\/\/(conversations|memories|days|profile)(?:\/(.+))?$/;
const LONG_ID = 36;
const SHORT_ID = 16;

export function resourceUpdates({
  summariser,
  watch,
}: {
  summariser: Summariser;
  watch: ChangeWatch;
}): ResourceUpdates {
  const events = watchEventsOperation(recordKinds(summariser), watch);
  return async function* (context, addresses) {
    const watched = addresses.flatMap((address) => {
      const [, name, value = ''] = ADDRESS.exec(address) ?? [];
      const known = name ? KINDS[name as keyof typeof KINDS] : null;
      if (!known || !may(context, known.scope)) return [];
      return [{ address, name, value, kinds: known.kinds }];
    });
    if (watched.length === 0) {
      yield [];
      return;
    }
    const kinds = [...new Set(watched.flatMap((each) => each.kinds))].join();
    const changedBy = ({ kind, id, record }: Change) =>
      watched.filter(
        ({ name, value, kinds: concerned }) =>
          (concerned as readonly string[]).includes(kind) &&
          (name === 'profile' || (name === 'days' ? record?.date === value : names(value, id))),
      );
    // The first event is the position at which the watch begins.
    for await (const event of events.stream(context, { kinds })) {
      const changed = event.type === 'change' ? changedBy(event.value as Change) : [];
      yield changed.map(({ address }) => address);
    }
  };
}

/** An address has a short or a long id, and often words after it. */
function names(value: string, id: string): boolean {
  return value.slice(0, SHORT_ID) === shortId(id) || value.slice(0, LONG_ID) === id;
}

interface Change {
  kind: string;
  id: string;
  record: { date?: string } | null;
}
