import { useQuery } from '@tanstack/react-query';
import { buttonClass } from '../design/button.tsx';
import * as m from '../paraglide/messages.js';
import { service } from '../service/service.ts';

const LONGEST = 80;

/** Questions about the newest person, open task and conversation. */
async function ownQuestions(): Promise<string[]> {
  const found = await Promise.allSettled([
    service
      .listOwnPeople({ limit: 1, sort: 'updated_desc' })
      .then(([person]) => person && m.ask_about_person({ name: short(person.name) })),
    service
      .listOwnActionItems({ limit: 1, completed: false })
      .then(([task]) => task && m.ask_about_task({ task: short(task.description) })),
    service
      .listOwnConversations({ limit: 1, statuses: 'completed' })
      .then(([talk]) => talk?.structured.title.trim())
      .then((title) => title && m.ask_about_conversation({ title: short(title) })),
  ]);
  return found.flatMap((each) => (each.status === 'fulfilled' && each.value ? [each.value] : []));
}

function short(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ').replace(/\.$/, '');
  const characters = Array.from(line.slice(0, 2 * LONGEST));
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : line;
}

/** The empty page: questions from the user's own data, or general ones while there is none. */
export function Suggestions({ onAsk }: { onAsk: (question: string) => void }) {
  const { data, isPending } = useQuery({
    queryKey: ['suggestions'],
    queryFn: ownQuestions,
    // No event says that the newest records are others.
    staleTime: 0,
  });
  const general = [m.ask_suggestion_1(), m.ask_suggestion_2(), m.ask_suggestion_3()];
  const questions = data?.length ? data : isPending ? [] : general;
  return (
    <div className="grid grid-cols-1 justify-items-start gap-4 py-10">
      <p className="max-w-[44ch] font-serif text-22 text-balance">{m.ask_empty()}</p>
      {questions.map((question) => (
        <button
          key={question}
          type="button"
          dir="auto"
          onClick={() => onAsk(question)}
          className={buttonClass(
            'quiet',
            'h-auto max-w-full py-2 text-left wrap-anywhere whitespace-normal!',
          )}
        >
          {question}
        </button>
      ))}
    </div>
  );
}
