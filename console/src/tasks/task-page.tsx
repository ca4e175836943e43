import { getRouteApi } from '@tanstack/react-router';
import { OwnFields } from '../design/forms/own-fields.tsx';
import * as m from '../paraglide/messages.js';
import { service } from '../service/service.ts';
import { RecordPage } from '../shell/record-page.tsx';
import { Task } from './task.tsx';
import { useTaskChange } from './tasks.ts';

const route = getRouteApi('/inside/tasks/$id');

export default function TaskPage() {
  const { id } = route.useParams();
  const change = useTaskChange();
  return (
    <RecordPage
      title={m.tasks()}
      list="/tasks"
      queryKey={['tasks', 'one', id]}
      read={() => service.getOwnActionItem({ action_item_id: id })}
      gone={m.task_gone()}
    >
      {(task) => (
        <>
          <Task task={task} isAlone />
          <OwnFields
            operation="updateActionItem"
            record={task}
            onChange={(fields) => change.mutate({ id, ...fields })}
          />
        </>
      )}
    </RecordPage>
  );
}
