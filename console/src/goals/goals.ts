import { queryOptions, useMutation } from '@tanstack/react-query';
import type { DeveloperGoal, GoalCreate, GoalPatchBody } from '../../../client/src/index.ts';
import { patchLists, useChange } from '../service/change.ts';
import { saveEdit } from '../service/merging.ts';
import type { Edit } from '../service/merging.ts';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';

const HISTORY_DAYS = 90;

export const goalsQuery = queryOptions({
  queryKey: ['goals', 'all'],
  queryFn: () => Array.fromAsync(service.all.listOwnGoals({ include_inactive: true, limit: 100 })),
});

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: ['goals', 'history', id],
    queryFn: async () => {
      const days = await service.getOwnGoalHistory({ goal_id: id, days: HISTORY_DAYS });
      return { days: days.toReversed() };
    },
  });

const patchGoal = (id: string, change: (goal: DeveloperGoal) => DeveloperGoal) =>
  patchLists<DeveloperGoal>('goals', (each) => (each.id === id ? change(each) : each));

export const useRecord = () =>
  useChange({
    show: ({ id, value }: { id: string; value: number }) =>
      patchGoal(id, (each) => ({ ...each, current_value: value })),
    send: ({ id, value }) => service.recordOwnGoalProgress({ goal_id: id, current_value: value }),
  });

export const useGoalChange = () =>
  useChange({
    show: ({ id, ...change }: { id: string } & Pick<GoalPatchBody, 'status'>) =>
      patchGoal(id, (each) => ({
        ...each,
        ...change,
        is_active: !['achieved', 'abandoned'].includes(change.status ?? each.status),
      })),
    send: ({ id, ...change }) => service.updateOwnGoal({ goal_id: id, ...change }),
  });

export const useGoalEdit = (id: string) =>
  useChange({
    show: ({ text }: Edit) => patchGoal(id, (each) => ({ ...each, title: text })),
    send: (edit) =>
      saveEdit(edit, {
        read: () => service.read('getOwnGoal', { goal_id: id }),
        textOf: ({ title }) => title,
        write: (ifMatch) => service.updateOwnGoal({ goal_id: id, title: edit.text }, { ifMatch }),
      }),
    isAtField: true,
  });

export const useGoalAdd = (done: () => void) =>
  useMutation({
    mutationFn: (goal: GoalCreate) => service.createOwnGoal(goal),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['goals'] });
      done();
    },
  });
