import { queryOptions, useMutation } from '@tanstack/react-query';
import type { DeveloperGoal, GoalCreate, Operations } from '../../../client/src/index.ts';
import { addToLists, patchRecord, useChange } from '../service/change.ts';
import type { Edit } from '../service/merging.ts';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';
import { write, writeEdit } from '../writing/writes.ts';

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
  patchRecord<DeveloperGoal>('goals', id, change);

export const useRecord = () =>
  useChange({
    show: ({ id, value }: { id: string; value: number }) =>
      patchGoal(id, (each) => ({ ...each, current_value: value })),
    send: ({ id, value }) => write('recordOwnGoalProgress', { goal_id: id, current_value: value }),
  });

export const useGoalChange = () =>
  useChange({
    show: ({ id, ...change }: { id: string } & Partial<Operations['updateGoal']['input']>) =>
      patchGoal(id, (each) => ({
        ...each,
        ...change,
        is_active: !['achieved', 'abandoned'].includes(change.status ?? each.status),
      })),
    send: ({ id, ...change }) => write('updateOwnGoal', { goal_id: id, ...change }),
  });

export const useGoalEdit = (id: string) =>
  useChange({
    show: ({ text }: Edit) => patchGoal(id, (each) => ({ ...each, title: text })),
    send: (edit) =>
      writeEdit(edit, {
        read: 'getOwnGoal',
        key: { goal_id: id },
        operation: 'updateOwnGoal',
        field: 'title',
      }),
    isAtField: true,
  });

function waitingGoal(id: string, goal: GoalCreate): DeveloperGoal {
  const now = new Date().toISOString();
  return {
    id,
    goal_id: id,
    title: goal.title,
    desired_outcome: goal.desired_outcome ?? '',
    why_it_matters: null,
    success_criteria: [],
    horizon_at: null,
    status: 'focused',
    focus_rank: null,
    metric: null,
    source: 'user',
    goal_type: goal.goal_type ?? null,
    target_value: goal.target_value ?? null,
    current_value: goal.current_value ?? null,
    min_value: null,
    max_value: null,
    unit: goal.unit ?? null,
    is_active: true,
    created_at: now,
    updated_at: now,
  };
}

export const useGoalAdd = (done: () => void) =>
  useMutation({
    mutationFn: (goal: GoalCreate) =>
      write('createOwnGoal', goal, {
        onWait: (id) => addToLists(goalsQuery.queryKey, waitingGoal(id, goal)),
      }),
    onSuccess: (made) => {
      if (made) void queryClient.invalidateQueries({ queryKey: ['goals'] });
      done();
    },
  });
