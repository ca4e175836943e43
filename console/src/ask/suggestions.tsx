import { useQuery } from '@tanstack/react-query';
import { MANY_LINES, buttonClass } from '../design/button.tsx';
import * as m from '../paraglide/messages.js';
import { service } from '../service/service.ts';
import { longDate } from '../time/time.ts';

const LONGEST = 80;

type Kind = NonNullable<Parameters<typeof service.searchOwnEverything>[0]['kinds']>[number];
const MAX_TRIED = 5;

/** Questions about a person, an open task and a day, which all have an answer. */
async function ownQuestions(): Promise<string[]> {
  const found = await Promise.allSettled([
    service
      .listOwnPeople({ limit: MAX_TRIED, sort: 'updated_desc' })
      .then((people) => people.map(({ name }) => m.ask_about_person({ name: short(name) })))
      .then((questions) => firstAnswered(questions, 'conversation')),
    service
      .listOwnActionItems({ limit: MAX_TRIED, completed: false, due: 'any', sort: 'due_asc' })
      .then((tasks) => tasks.map((task) => m.ask_about_task({ task: short(task.description) })))
      .then((questions) => firstAnswered(questions, 'action_item')),
    service
      .listOwnConversations({ limit: MAX_TRIED, statuses: 'completed', sort: 'started_desc' })
      .then((talks) => new Set(talks.map((talk) => longDate(talk.started_at ?? talk.created_at))))
      .then((days) => [...days].map((day) => m.ask_about_day({ day })))
      .then((questions) => firstAnswered(questions, 'conversation')),
  ]);
  return found.flatMap((each) => (each.status === 'fulfilled' && each.value ? [each.value] : []));
}

/** Returns the first question to which the service finds something. */
async function firstAnswered(questions: readonly string[], kind: Kind): Promise<string | null> {
  for (const query of questions) {
    const { items } = await service.searchOwnEverything({ query, limit: 1, kinds: [kind] });
    if (items.length > 0) return query;
  }
  return null;
}

function short(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ').replace(/\.$/, '');
  const characters = Array.from(line.slice(0, 2 * LONGEST));
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : line;
}

/** The empty page, with questions from the user's own data. */
export function Suggestions({ onAsk }: { onAsk: (question: string) => void }) {
  const { data: questions = [] } = useQuery({
    queryKey: ['suggestions'],
    queryFn: ownQuestions,
    // No event says that the newest records are others.
    staleTime: 0,
  });
  return (
    <div className="grid grid-cols-1 justify-items-start gap-4 py-10">
      <p className="max-w-[44ch] font-serif text-22 text-balance">{m.ask_empty()}</p>
      {questions.map((question) => (
        <button
          key={question}
          type="button"
          dir="auto"
          onClick={() => onAsk(question)}
          className={buttonClass('quiet', MANY_LINES)}
        >
          {question}
        </button>
      ))}
    </div>
  );
}
