import { getRouteApi, Link } from '@tanstack/react-router';
import type { MemoryDetail } from '../../../client/src/index.ts';
import * as m from '../paraglide/messages.js';
import { service } from '../service/service.ts';
import { RecordPage } from '../shell/record-page.tsx';
import { dateAndTime } from '../time/time.ts';
import { Doubt } from './doubt.tsx';
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
      read={() => service.getOwnMemory({ memory_id: id, include: ['external'] })}
      gone={m.memory_gone()}
    >
      {(fact) => (
        <>
          <Fact fact={fact} isAlone />
          <p className="mt-2 text-13 text-ink-2">
            {dateAndTime(fact.created_at)}
            {sourceOf(fact) && (
              <>
                {' · '}
                <Link
                  to="/conversations/$id"
                  params={{ id: sourceOf(fact)! }}
                  className="underline"
                >
                  {m.open_source()}
                </Link>
              </>
            )}
          </p>
          {fact.contradicted_by ? <Doubt fact={fact} /> : <Closing fact={fact} />}
          <History id={id} />
        </>
      )}
    </RecordPage>
  );
}

/** Returns the conversation in which the fact was heard, or in which the user remembered it. */
function sourceOf({ conversation_id, metadata }: MemoryDetail): string | null {
  const remembered = metadata?.['conversation_id'];
  return conversation_id ?? (typeof remembered === 'string' ? remembered : null);
}
