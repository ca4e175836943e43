import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey } from '../../../client/src/index.ts';
import { Button } from '../design/button.tsx';
import { Field } from '../design/field.tsx';
import { Choices, Form } from '../design/forms/form.tsx';
import { useStore } from '../design/store.ts';
import { Unready } from '../design/states.tsx';
import * as m from '../paraglide/messages.js';
import { toMessage } from '../service/problems.ts';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';
import { holdDeletion, useNotDeleted } from '../shell/held-deletions.ts';
import { relativeDay, shortDate } from '../time/time.ts';
import { KeyOnce } from './key-once.tsx';
import { newKeyWanted } from './new-key.ts';
import { scopeText } from './scope-texts.ts';
import { SettingsSection } from './section.tsx';
import { at } from '../service/base.ts';

/** The families of keys: for programs, for assistants and for devices. */
const FAMILIES = {
  dev: {
    title: m.keys_programs,
    about: m.keys_programs_about,
    list: () => service.listDevKeys(),
    create: service.createDevKey,
    revoke: service.revokeDevKey,
    scopes: [
      'conversations:read',
      'conversations:write',
      'memories:read',
      'memories:write',
      'action_items:read',
      'action_items:write',
      'goals:read',
      'goals:write',
      'webhooks:read',
      'webhooks:write',
    ],
  },
  mcp: {
    title: m.keys_assistants,
    about: m.keys_assistants_about,
    list: () => service.listMcpKeys(),
    create: service.createMcpKey,
    revoke: service.revokeMcpKey,
    scopes: [
      'memories:read',
      'memories:write',
      'conversations:read',
      'action_items:read',
      'action_items:write',
      'goals:read',
      'people:read',
      'chat:read',
    ],
  },
  device: {
    title: m.keys_devices,
    about: m.keys_devices_about,
    list: () => service.listDeviceKeys(),
    // A device key may only send audio.
    create: ({ name }: { name: string }) => service.createDeviceKey({ name }),
    revoke: service.revokeDeviceKey,
    scopes: [],
  },
} as const;
type Family = keyof typeof FAMILIES;

export default function KeysPage() {
  return (
    <>
      <title>{`${m.keys_of_programs()} – Commonplace`}</title>
      <KeyFamily family="dev" />
      <KeyFamily family="mcp" />
      <KeyFamily family="device" />
      <p className="text-14">
        <a className="underline underline-offset-4" href={at('/docs')}>
          {m.api_reference()}
        </a>
      </p>
    </>
  );
}

function KeyFamily({ family }: { family: Family }) {
  const { title, about, list } = FAMILIES[family];
  const query = useQuery({
    queryKey: ['keys', family],
    queryFn: list,
  });
  const { data } = query;
  const [isNew, setNew] = useState(false);
  const isWanted = useStore(newKeyWanted) && family === 'dev';
  const close = () => {
    newKeyWanted.set(false);
    setNew(false);
  };
  const keys = (data ?? []).filter(useNotDeleted());
  return (
    <SettingsSection title={title()} about={about()}>
      {!data ? (
        <Unready query={query} lines={2} />
      ) : keys.length === 0 ? (
        <p className="font-serif text-18">{m.keys_none()}</p>
      ) : (
        <ul>
          {keys.map((key) => (
            <KeyRow key={key.id} entry={key} family={family} />
          ))}
        </ul>
      )}
      {isNew || isWanted ? (
        <NewKey family={family} onDone={close} />
      ) : (
        <Button className="w-fit" onClick={() => setNew(true)}>
          {m.new_key()}
        </Button>
      )}
    </SettingsSection>
  );
}

function KeyRow({ entry, family }: { entry: ApiKey; family: Family }) {
  const { id, name, key_prefix, scopes, created_at, last_used_at } = entry;
  const used = last_used_at ? m.last_used({ when: relativeDay(last_used_at) }) : m.never_used();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-hairline py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p>
          {name} <code className="font-mono text-13 text-ink-2">{key_prefix}…</code>
        </p>
        <p className="text-13 text-ink-2">
          {m.created_on({ when: shortDate(created_at) })} · {used}
        </p>
        <p className="text-13 text-ink-2">{(scopes ?? []).map(scopeText).join(' · ')}</p>
      </div>
      <Button
        look="danger"
        onClick={() =>
          holdDeletion([id], {
            text: m.key_revoked(),
            run: () => FAMILIES[family].revoke({ key_id: id }),
            after: () => queryClient.invalidateQueries({ queryKey: ['keys'] }),
          })
        }
      >
        {m.revoke()}
      </Button>
    </li>
  );
}

/** Returns a command that reads something that the key may read. */
function exampleOf(key: string, scopes: readonly string[]): string | undefined {
  const noun = ['conversations', 'memories', 'action_items', 'goals'].find((each) =>
    scopes.includes(`${each}:read`),
  );
  if (!noun) return undefined;
  const address = location.origin + at(`/v1/dev/user/${noun.replace('_', '-')}`);
  return `curl -H "Authorization: Bearer ${key}" ${address}`;
}

function NewKey({ family, onDone }: { family: Family; onDone: () => void }) {
  const { scopes, create } = FAMILIES[family];
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>(
    scopes.filter((scope: string) => scope.endsWith(':read')),
  );
  const make = useMutation({
    mutationFn: () => create({ name: name.trim(), scopes: [...chosen] }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['keys'] }),
  });
  if (make.data) {
    const { key } = make.data;
    const example = family === 'dev' ? exampleOf(key, chosen) : undefined;
    return <KeyOnce secret={key} about={m.key_once()} example={example} onDone={onDone} />;
  }
  return (
    <Form
      submit={m.create()}
      isBlocked={chosen.length < Math.min(1, scopes.length)}
      isBusy={make.isPending}
      onSubmit={() => make.mutate()}
      onCancel={onDone}
    >
      <Field
        label={m.key_name()}
        required
        autoFocus
        maxLength={100}
        value={name}
        problem={make.error ? toMessage(make.error) : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <Choices
        legend={m.key_may()}
        options={scopes.map((scope: string) => [scope, scopeText(scope)] as const)}
        chosen={chosen}
        onChange={setChosen}
      />
    </Form>
  );
}
