import { useMutation, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button, IconButton } from '../design/button.tsx';
import { notify } from '../design/notices.ts';
import * as m from '../paraglide/messages.js';
import { toMessage } from '../service/problems.ts';
import { placesQuery, placesText, replaceName } from './replacing.ts';
import type { NameChange } from './replacing.ts';

/** Words without a capital letter are no name, and may be right in other conversations. */
const IS_NAME = /^\p{Lu}/u;

/** Offers to replace the words of a correction in all other places. */
export function Elsewhere({
  id,
  words: { from, to },
  onDone,
}: {
  /** The id of the conversation. */
  id: string;
  words: { from: string; to: string };
  onDone: () => void;
}) {
  const offer = useRef<HTMLDivElement>(null);
  const change = { from, to };
  const inHere = { ...change, conversation_id: id };
  const here = useQuery(placesQuery(inHere)).data;
  const everywhere = useQuery({ ...placesQuery(change), enabled: IS_NAME.test(to) }).data;
  const replace = useMutation({
    mutationFn: (wanted: NameChange) => replaceName(wanted),
    onSuccess: onDone,
    onError: (error) => notify(toMessage(error), { tone: 'problem' }),
  });
  const most = everywhere ?? (IS_NAME.test(to) ? undefined : here);
  const isShown = here !== undefined && most !== undefined && most.total > 0;
  // The form that had the focus is gone. Whoever has gone on elsewhere meanwhile keeps their place.
  useEffect(() => {
    if (!isShown || document.activeElement !== document.body) return;
    offer.current?.querySelector('button')?.focus();
  }, [isShown]);
  if (!isShown) return null;
  const isMoreElsewhere = most.total > here.total;
  return (
    <div ref={offer} className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-14">
      <p role="status" className="min-w-0 wrap-anywhere text-ink-2" dir="auto">
        {m.words_elsewhere({ from, to, where: placesText(most) })}
      </p>
      <Button
        isBusy={replace.isPending}
        onClick={() => replace.mutate(isMoreElsewhere ? change : inHere)}
      >
        {m.replace_in_places({ count: most.total })}
      </Button>
      {isMoreElsewhere && here.total > 0 && (
        <Button look="quiet" isBusy={replace.isPending} onClick={() => replace.mutate(inHere)}>
          {m.replace_only_here({ count: here.total })}
        </Button>
      )}
      <IconButton label={m.close()} onClick={onDone}>
        <X size={16} />
      </IconButton>
    </div>
  );
}
