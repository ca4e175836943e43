import { useMutation, useQuery } from '@tanstack/react-query';
import type { PushSubscription as Subscription } from '../../../../client/src/index.ts';
import { Button } from '../../design/button.tsx';
import { Checkbox, inputClass } from '../../design/field.tsx';
import { notify } from '../../design/notices.ts';
import { Unready } from '../../design/states.tsx';
import * as m from '../../paraglide/messages.js';
import { inOwnWords, toMessage } from '../../service/problems.ts';
import { queryClient } from '../../service/queries.ts';
import { service } from '../../service/service.ts';
import { programName } from '../access/program-name.ts';
import { SettingsSection } from '../section.tsx';
import { readPush, reasonAgainstPush, subscribe, unsubscribe, wordsOf } from './push.ts';
import type { Choices } from './push.ts';

const queryKey = ['push'];
const OFF: Choices = { tasks: false, days: false, hour: 8 };
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const onError = (error: unknown) => notify(wordsOf(error) ?? toMessage(error), { tone: 'problem' });
const onSettled = () => queryClient.invalidateQueries({ queryKey });

/** The notifications of this browser, and the other browsers that get some. */
export function DeviceSection() {
  const query = useQuery({ queryKey, queryFn: readPush, networkMode: 'always' });
  const { data } = query;
  const against = reasonAgainstPush();
  return (
    <SettingsSection id="device" title={m.this_device()} about={m.push_about()}>
      {against && <p className="max-w-[60ch] text-14">{against}</p>}
      {!data ? (
        <Unready query={query} lines={2} />
      ) : (
        <>
          {!against && <Switches publicKey={data.key} here={data.here} />}
          {data.others.length > 0 && (
            <ul aria-label={m.push_others()}>
              {data.others.map((each) => (
                <Other key={each.id} subscription={each} />
              ))}
            </ul>
          )}
        </>
      )}
    </SettingsSection>
  );
}

function Switches({ publicKey, here }: { publicKey: string; here: Subscription | undefined }) {
  const choices: Choices = here ?? OFF;
  const change = useMutation({
    mutationFn: async (changed: Partial<Choices>) => {
      const { tasks, days, hour } = { ...choices, ...changed };
      if (tasks || days) return subscribe(publicKey, { tasks, days, hour });
      if (here) await service.deletePushSubscription({ subscription_id: here.id });
      return unsubscribe();
    },
    onError,
    onSettled,
  });
  const test = useMutation({
    mutationFn: () => service.testPushSubscription({ subscription_id: here!.id }),
    onSuccess: ({ delivered, error }) =>
      delivered ? notify(m.push_test_sent()) : notify(inOwnWords(error ?? ''), { tone: 'problem' }),
    onError,
    onSettled,
  });
  // Shows the choice at once, while the browser asks.
  const shown = { ...choices, ...(change.isPending && change.variables) };
  const kinds = [
    ['tasks', m.push_tasks()],
    ['days', m.push_days()],
  ] as const;
  return (
    <div className="grid gap-3">
      {kinds.map(([kind, label]) => (
        <label key={kind} className="flex min-h-8 w-fit items-center gap-3 pointer-coarse:min-h-11">
          <Checkbox
            checked={shown[kind]}
            disabled={change.isPending}
            onChange={({ target }) => change.mutate({ [kind]: target.checked })}
          />
          {label}
        </label>
      ))}
      {here && (
        <>
          <label className="flex w-fit items-center gap-3">
            {m.push_hour()}
            <select
              value={shown.hour}
              disabled={change.isPending}
              onChange={({ target }) => change.mutate({ hour: Number(target.value) })}
              className={inputClass()}
            >
              {HOURS.map((hour) => (
                <option key={hour} value={hour}>
                  {`${String(hour).padStart(2, '0')}:00`}
                </option>
              ))}
            </select>
          </label>
          <p className="max-w-[60ch] text-13 text-ink-2">
            {shown.hour < 12 ? m.push_morning() : m.push_evening()}
          </p>
          <Button className="w-fit" onClick={() => test.mutate()} isBusy={test.isPending}>
            {m.push_test()}
          </Button>
        </>
      )}
    </div>
  );
}

function Other({ subscription: { id, user_agent } }: { subscription: Subscription }) {
  const name = programName(user_agent);
  const remove = useMutation({
    mutationFn: () => service.deletePushSubscription({ subscription_id: id }),
    onError,
    onSettled,
  });
  return (
    <li className="flex items-center gap-4 border-b border-hairline py-3 last:border-0">
      <p className="min-w-0 flex-1">{name}</p>
      <Button
        aria-label={m.push_remove({ name })}
        onClick={() => remove.mutate()}
        isBusy={remove.isPending}
      >
        {m.remove()}
      </Button>
    </li>
  );
}
