/** Replaces a wrong name in everything that was said, noted and learned. */
import { queryOptions } from '@tanstack/react-query';
import type { WordPlaces } from '../../../client/src/index.ts';
import { notify } from '../design/notices.ts';
import * as m from '../paraglide/messages.js';
import { getLocale } from '../paraglide/runtime.js';
import { toMessage } from '../service/problems.ts';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';
import { offerUndo } from '../writing/undo.ts';

export interface NameChange {
  from: string;
  to: string;
  /** Only in this conversation, and in its tasks and memories. */
  conversation_id?: string | undefined;
}

/** Long enough to read an offer and to decide. */
const OFFER_MS = 20_000;

export const placesQuery = (change: NameChange) =>
  queryOptions({
    queryKey: ['word-places', change],
    queryFn: () => service.countWordPlaces(change),
    staleTime: 0,
  });

/** Says in which places, such as “2 × in notes and 1 × in tasks”. */
export function placesText({ words, notes, tasks, memories }: WordPlaces): string {
  const parts = [
    words > 0 && m.places_words({ count: words }),
    notes > 0 && m.places_notes({ count: notes }),
    tasks > 0 && m.places_tasks({ count: tasks }),
    memories > 0 && m.places_memories({ count: memories }),
  ].filter((part) => part !== false);
  return new Intl.ListFormat(getLocale()).format(parts);
}

type Changed = Awaited<ReturnType<typeof service.replaceEverywhere>>['changed'];

/** Replaces the name, and says in how many places, with a way back. */
export async function replaceName(change: NameChange, only?: Changed): Promise<void> {
  const { places, changed } = await service.replaceEverywhere({ ...change, ...(only && { only }) });
  await queryClient.invalidateQueries();
  if (only) return;
  const back = { from: change.to, to: change.from };
  offerUndo(m.words_replaced({ count: places.total }), () => {
    void replaceName(back, changed).catch(tell);
  });
}

const tell = (error: unknown) => notify(toMessage(error), { tone: 'problem' });

/** Offers in a notice to replace a name that was changed, if it is still written somewhere. */
export async function offerReplacement(change: NameChange): Promise<void> {
  if (change.from === change.to) return;
  const places = await queryClient.fetchQuery(placesQuery(change)).catch(() => null);
  if (!places || places.total === 0) return;
  notify(m.words_elsewhere({ ...change, where: placesText(places) }), {
    ms: OFFER_MS,
    action: {
      label: m.replace_in_places({ count: places.total }),
      run: () => void replaceName(change).catch(tell),
    },
  });
}
