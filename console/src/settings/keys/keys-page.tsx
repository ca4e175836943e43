import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Field } from '../../design/field.tsx';
import { Choices, Form } from '../../design/forms/form.tsx';
import { useStore } from '../../design/store.ts';
import { Unready } from '../../design/states.tsx';
import { Title } from '../../design/title.tsx';
import * as m from '../../paraglide/messages.js';
import { toMessage } from '../../service/problems.ts';
import { queryClient } from '../../service/queries.ts';
import { useNotDeleted } from '../../shell/held-deletions.ts';
import { FAMILIES } from './families.ts';
import type { Family } from './families.ts';
import { KeyOnce } from './key-once.tsx';
import { newKeyWanted } from './new-key.ts';
import { KeyRow } from './key-row.tsx';
import { scopeText } from './scope-texts.ts';
import { SettingsSection } from '../section.tsx';
import { at } from '../../service/base.ts';

export default function KeysPage() {
  return (
    <>
      <Title>{m.keys_of_programs()}</Title>
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
