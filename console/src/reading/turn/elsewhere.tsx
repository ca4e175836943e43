import { useMutation } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { WordsElsewhere } from '../../../../client/src/index.ts';
import { Button, IconButton } from '../../design/button.tsx';
import { notify } from '../../design/notices.ts';
import * as m from '../../paraglide/messages.js';
import { toMessage } from '../../service/problems.ts';
import { replaceWords } from './corrections.ts';

/** Offers to replace the words of a correction in the other places of the conversation. */
export function Elsewhere({
  id,
  words: { from, to, count },
  onDone,
}: {
  /** The id of the conversation. */
  id: string;
  words: WordsElsewhere;
  onDone: () => void;
}) {
  const offer = useRef<HTMLDivElement>(null);
  const replace = useMutation({
    mutationFn: () => replaceWords(id, { from, to }),
    onSuccess: onDone,
    onError: (error) => notify(toMessage(error), { tone: 'problem' }),
  });
  // The form that had the focus is gone. Whoever has gone on elsewhere meanwhile keeps their place.
  useEffect(() => {
    if (document.activeElement === document.body) offer.current?.querySelector('button')?.focus();
  }, []);
  return (
    <div ref={offer} className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-14">
      <p role="status" className="min-w-0 wrap-anywhere text-ink-2" dir="auto">
        {m.words_elsewhere({ from, to })}
      </p>
      <Button isBusy={replace.isPending} onClick={() => replace.mutate()}>
        {m.replace_all({ count })}
      </Button>
      <IconButton label={m.close()} onClick={onDone}>
        <X size={16} />
      </IconButton>
    </div>
  );
}
