import { getRouteApi } from '@tanstack/react-router';
import * as m from '../paraglide/messages.js';
import { service } from '../service/service.ts';
import { RecordPage } from '../shell/record-page.tsx';
import { Task } from './task.tsx';

const route = getRouteApi('/inside/tasks/$id');

export default function TaskPage() {
  const { id } = route.useParams();
  return (
    <RecordPage
      title={m.tasks()}
      list="/tasks"
      queryKey={['tasks', 'one', id]}
      read={() => service.getOwnActionItem({ action_item_id: id })}
      gone={m.task_gone()}
    >
      {(task) => <Task task={task} />}
    </RecordPage>
  );
}
