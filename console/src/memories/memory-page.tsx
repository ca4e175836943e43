import { getRouteApi, Link } from '@tanstack/react-router';
import * as m from '../paraglide/messages.js';
import { service } from '../service/service.ts';
import { RecordPage } from '../shell/record-page.tsx';
import { dateAndTime } from '../time/time.ts';
import { Fact } from './fact.tsx';
import { Closing, History } from './history.tsx';

const route = getRouteApi('/inside/memories/$id');

export default function MemoryPage() {
  const { id } = route.useParams();
  return (
    <RecordPage
      title={m.memories()}
      list="/memories"
      queryKey={['memories', 'one', id]}
      read={() => service.getOwnMemory({ memory_id: id })}
      gone={m.memory_gone()}
    >
      {(fact) => (
        <>
          <Fact fact={fact} isAlone />
          <p className="mt-2 text-13 text-ink-2">
            {dateAndTime(fact.created_at)}
            {fact.conversation_id && (
              <>
                {' · '}
                <Link
                  to="/conversations/$id"
                  params={{ id: fact.conversation_id }}
                  className="underline"
                >
                  {m.open_source()}
                </Link>
              </>
            )}
          </p>
          <Closing fact={fact} />
          <History id={id} />
        </>
      )}
    </RecordPage>
  );
}
