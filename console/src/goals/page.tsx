import { useQuery } from '@tanstack/react-query';
import { Check, Ellipsis, Trash2, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import type { DeveloperGoal } from '../../../client/src/index.ts';
import { Button } from '../design/button.tsx';
import { Editable } from '../design/editable.tsx';
import { Field, InlineField } from '../design/field.tsx';
import { Form } from '../design/forms/form.tsx';
import { OwnFields } from '../design/forms/own-fields.tsx';
import { MenuButton } from '../design/menu-button.tsx';
import { EmptyState } from '../design/lists/empty-state.tsx';
import { Unready } from '../design/states.tsx';
import { Title } from '../design/title.tsx';
import * as m from '../paraglide/messages.js';
import { toMessage } from '../service/problems.ts';
import { useNotDeleted } from '../shell/held-deletions.ts';
import { deleteRecords } from '../writing/deletions.ts';
import { offerUndo } from '../writing/undo.ts';
import { Waits } from '../writing/waits.tsx';
import {
  goalsQuery,
  historyQuery,
  useGoalAdd,
  useGoalChange,
  useGoalEdit,
  useRecord,
} from './goals.ts';
import { Sparkline } from './sparkline.tsx';

export default function GoalsPage() {
  const query = useQuery(goalsQuery);
  const { data } = query;
  const [isAdding, setAdding] = useState(false);
  const goals = (data ?? []).filter(useNotDeleted());
  const active = goals.filter(({ is_active }) => is_active);
  const ended = goals.filter(({ is_active }) => !is_active);
  return (
    <>
      <Title>{m.goals()}</Title>
      <header className="mb-5 flex items-center justify-between gap-4">
        <h1 className="font-serif text-28 font-semibold">{m.goals()}</h1>
        {!isAdding && <Button onClick={() => setAdding(true)}>{m.new_goal()}</Button>}
      </header>
      {isAdding && <NewGoal onDone={() => setAdding(false)} />}
      {!data ? (
        <Unready query={query} lines={6} />
      ) : goals.length === 0 && !isAdding ? (
        <EmptyState title={m.goals_none()} />
      ) : (
        <ul>
          {active.map((goal) => (
            <Goal key={goal.id} goal={goal} />
          ))}
        </ul>
      )}
      {ended.length > 0 && (
        <details className="mt-8">
          <summary className="w-fit rounded-control py-1 font-serif text-16 text-ink-2 hover:text-ink">
            {m.goals_ended()}
          </summary>
          <ul>
            {ended.map((goal) => (
              <Goal key={goal.id} goal={goal} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Goal({ goal }: { goal: DeveloperGoal }) {
  const { id, title, metric, current_value, target_value, unit, why_it_matters, status } = goal;
  const change = useGoalChange();
  const edit = useGoalEdit(id);
  const icon = 16;
  const end = (wanted: 'achieved' | 'abandoned', text: string) => {
    change.mutate({ id, status: wanted });
    offerUndo(`${text}: ${title}`, () => change.mutate({ id, status }));
  };
  const remove = () => deleteRecords('goal', [{ id, before: title }], m.goal_deleted());
  return (
    <li className="grid gap-3 border-b border-hairline py-6 last:border-0">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="font-serif text-18">
            <Editable text={title} label={m.edit_goal()} onSave={edit.mutateAsync} />
          </h2>
          <Waits id={id} />
          {why_it_matters && <p className="text-14 text-ink-2">{why_it_matters}</p>}
          {status === 'achieved' && <p className="text-13 text-leaf">{m.achieved()}</p>}
          {status === 'abandoned' && <p className="text-13 text-ink-2">{m.abandoned()}</p>}
        </div>
        <MenuButton
          label={m.change_goal({ title })}
          icon={<Ellipsis size={18} />}
          entries={[
            ...(goal.is_active
              ? [
                  {
                    label: m.mark_achieved(),
                    icon: <Check size={icon} />,
                    run: () => end('achieved', m.achieved()),
                  },
                  {
                    label: m.abandon(),
                    icon: <X size={icon} />,
                    run: () => end('abandoned', m.abandoned()),
                  },
                ]
              : [
                  {
                    label: m.take_up_again(),
                    icon: <Undo2 size={icon} />,
                    run: () => change.mutate({ id, status: 'focused' as const }),
                  },
                ]),
            {
              label: m.delete_verb(),
              icon: <Trash2 size={icon} />,
              tone: 'danger' as const,
              line: true,
              run: remove,
            },
          ]}
        />
      </div>
      {metric && current_value !== null && target_value !== null && (
        <Progress
          id={id}
          title={title}
          current={current_value}
          target={target_value}
          least={metric.min ?? 0}
          unit={unit}
          isAchieved={status === 'achieved'}
        />
      )}
      <OwnFields
        operation="updateGoal"
        record={goal}
        onChange={(fields) => change.mutate({ id, ...fields })}
      />
    </li>
  );
}

function Progress({
  id,
  title,
  current,
  target,
  least,
  unit,
  isAchieved,
}: {
  id: string;
  title: string;
  current: number;
  target: number;
  least: number;
  unit: string | null;
  /** True when the goal already says that it is achieved. */
  isAchieved: boolean;
}) {
  const { data } = useQuery(historyQuery(id));
  const record = useRecord();
  const [typed, setTyped] = useState('');
  const share = target === least ? 1 : (current - least) / (target - least);
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <div className="grid min-w-0 flex-1 basis-48 gap-1.5">
        <div className="h-1.5 overflow-hidden rounded-full bg-hairline">
          <div
            className="h-full origin-left rounded-full bg-leaf transition-transform duration-200 ease-calm"
            style={{ transform: `scaleX(${Math.min(1, Math.max(0, share))})` }}
          />
        </div>
        <p className="text-13 text-ink-2 tabular-nums">
          {m.goal_progress({ current, target: `${target}${unit ? ` ${unit}` : ''}` })}
          {share >= 1 && !isAchieved && <span className="text-leaf"> · {m.achieved()}</span>}
        </p>
      </div>
      <Sparkline values={(data?.days ?? []).map(({ value }) => value)} target={target} />
      <form
        className="flex flex-wrap items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed === '') return;
          record.mutate({ id, value: Number(typed) }, { onSuccess: () => setTyped('') });
        }}
      >
        <InlineField
          label={m.value_of({ title })}
          type="number"
          step="any"
          placeholder={m.new_value()}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="w-32 tabular-nums"
        />
        <Button type="submit">{m.record()}</Button>
      </form>
    </div>
  );
}

function NewGoal({ onDone }: { onDone: () => void }) {
  const [title, setTitle] = useState('');
  const [target, setTarget] = useState('');
  const [unit, setUnit] = useState('');
  const add = useGoalAdd(onDone);
  return (
    <Form
      submit={m.create()}
      isBusy={add.isPending}
      className="mb-6 border-y border-hairline py-6"
      onSubmit={() =>
        add.mutate({
          title: title.trim(),
          ...(target !== '' && {
            goal_type: 'numeric',
            target_value: Number(target),
            current_value: 0,
            unit: unit.trim() || null,
          }),
        })
      }
      onCancel={onDone}
    >
      <Field
        label={m.goal_title()}
        required
        autoFocus
        value={title}
        problem={add.error ? toMessage(add.error) : undefined}
        onChange={(event) => setTitle(event.target.value)}
      />
      <div className="grid grid-cols-2 gap-4">
        <Field
          label={m.goal_target()}
          type="number"
          step="any"
          value={target}
          onChange={(event) => setTarget(event.target.value)}
        />
        <Field
          label={m.goal_unit()}
          value={unit}
          onChange={(event) => setUnit(event.target.value)}
        />
      </div>
    </Form>
  );
}
