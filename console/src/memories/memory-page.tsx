import { getRouteApi } from '@tanstack/react-router';
import { OwnFields } from '../design/forms/own-fields.tsx';
import * as m from '../paraglide/messages.js';
import { service } from '../service/service.ts';
import { RecordPage } from '../shell/record-page.tsx';
import { Doubt } from './doubt.tsx';
import { Fact } from './fact.tsx';
import { Closing, History } from './history.tsx';
import { useFieldChange } from './memories.ts';

const route = getRouteApi('/inside/memories/$id');

export default function MemoryPage() {
  const { id } = route.useParams();
  const change = useFieldChange();
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
          {fact.contradicted_by ? <Doubt fact={fact} /> : <Closing fact={fact} />}
          <OwnFields
            operation="updateMemory"
            record={fact}
            onChange={(fields) => change.mutate({ id, ...fields })}
          />
          <History id={id} />
        </>
      )}
    </RecordPage>
  );
}
