import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { IconButton } from '../../design/button.tsx';
import * as m from '../../paraglide/messages.js';
import { service } from '../../service/service.ts';
import { useReview } from '../../memories/memories.ts';
import { Section } from '../findings.tsx';

/** The facts from the conversation, with buttons to keep or reject them. */
export function Learned({ id }: { id: string }) {
  const { data = [] } = useQuery({
    queryKey: ['memories', 'of', id],
    queryFn: async () => {
      const lists = await Promise.all([
        service.listOwnMemories({ conversation_id: id, limit: 100 }),
        // The facts that the user remembered from words of the conversation.
        service.listOwnMemories({ metadata: JSON.stringify({ conversation_id: id }), limit: 100 }),
      ]);
      return lists.flat();
    },
  });
  const review = useReview();
  const facts = data.filter(({ user_review }) => user_review !== false);
  if (facts.length === 0) return null;
  return (
    <Section title={m.learned()}>
      <ul className="grid gap-1">
        {facts.map((fact) => (
          <li
            key={fact.id}
            className="-mx-2 flex items-center gap-1 rounded-control py-0.5 pl-2 hover:bg-sunken"
          >
            <p dir="auto" className="min-w-0 flex-1 py-1">
              {fact.content}
            </p>
            {fact.user_review === true || fact.manually_added ? (
              <span className="px-3 text-13 text-leaf">{m.kept()}</span>
            ) : (
              <>
                <IconButton label={m.keep()} onClick={() => review.mutate({ fact, value: true })}>
                  <Check size={18} />
                </IconButton>
                <IconButton
                  label={m.not_true()}
                  onClick={() => review.mutate({ fact, value: false })}
                >
                  <X size={18} />
                </IconButton>
              </>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
