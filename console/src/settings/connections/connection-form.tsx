import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import type { Connection, ConnectionKind } from '../../../../client/src/index.ts';
import { Field, inputClass } from '../../design/field.tsx';
import { Form } from '../../design/forms/form.tsx';
import { Unready } from '../../design/states.tsx';
import * as m from '../../paraglide/messages.js';
import { toMessage } from '../../service/problems.ts';
import { queryClient } from '../../service/queries.ts';
import { service } from '../../service/service.ts';

type Given = Record<ConnectionKind['fields'][number] | 'name', string>;

const FIELDS: Record<keyof Given, { label: () => string } & ComponentProps<'input'>> = {
  name: { label: m.connection_name, maxLength: 100 },
  address: { label: m.endpoint_address, type: 'url', placeholder: 'https://', maxLength: 2000 },
  user_name: { label: m.connection_user, autoComplete: 'off', maxLength: 200 },
  secret: { label: m.connection_key, type: 'password', autoComplete: 'off', maxLength: 10_000 },
};

const refresh = () => queryClient.invalidateQueries({ queryKey: ['connections'] });

function useKinds() {
  return useQuery({
    queryKey: ['connection-kinds'],
    queryFn: () => service.listOwnConnectionKinds(),
  });
}

/** Connects a service that the user chooses. */
export function NewConnection({ onDone }: { onDone: () => void }) {
  const query = useKinds();
  const kinds = query.data;
  const [name, setName] = useState('');
  const kind = kinds?.find((each) => each.kind === name) ?? kinds?.[0];
  const make = useMutation({
    mutationFn: ({ user_name, ...given }: Partial<Given>) =>
      service.createOwnConnection({
        ...given,
        kind: kind!.kind,
        secret: given.secret ?? '',
        settings: user_name ? { user_name } : {},
      }),
    onSuccess: async () => {
      await refresh();
      onDone();
    },
  });
  if (!kind) return <Unready query={query} lines={2} />;
  return (
    <div className="grid gap-4">
      <label className="grid w-fit gap-1.5 text-14 font-medium">
        {m.connection_service()}
        <select
          value={kind.kind}
          onChange={({ target }) => setName(target.value)}
          className={inputClass()}
        >
          {kinds!.map((each) => (
            <option key={each.kind} value={each.kind}>
              {each.title}
            </option>
          ))}
        </select>
      </label>
      <ConnectionForm
        key={kind.kind}
        submit={m.connection_connect()}
        fields={kind.fields}
        required={kind.fields}
        before={{ address: kind.address ?? '' }}
        error={make.error}
        isPending={make.isPending}
        onSave={(given) => make.mutate(given)}
        onCancel={onDone}
      />
    </div>
  );
}

/** Changes the name, the key or the address. An empty key stays as it is. */
export function ConnectionEditor({
  connection: { id, kind, name, address, settings },
  onDone,
}: {
  connection: Connection;
  onDone: () => void;
}) {
  const { data } = useKinds();
  const fields = data?.find((each) => each.kind === kind)?.fields ?? ['secret'];
  const user_name = String(settings['user_name'] ?? '');
  const change = useMutation({
    mutationFn: (given: Partial<Given>) =>
      service.updateOwnConnection({
        connection_id: id,
        ...(given.name && given.name !== name && { name: given.name }),
        ...(given.address && given.address !== address && { address: given.address }),
        ...(given.secret && { secret: given.secret }),
        ...(given.user_name &&
          given.user_name !== user_name && {
            settings: { ...settings, user_name: given.user_name },
          }),
      }),
    onSuccess: async () => {
      await refresh();
      onDone();
    },
  });
  return (
    <ConnectionForm
      submit={m.save()}
      fields={['name', ...fields]}
      required={['name']}
      before={{ name, address, user_name }}
      error={change.error}
      isPending={change.isPending}
      onSave={(given) => change.mutate(given)}
      onCancel={onDone}
    />
  );
}

function ConnectionForm({
  submit,
  fields,
  required,
  before,
  error,
  isPending,
  onSave,
  onCancel,
}: {
  submit: string;
  fields: readonly (keyof Given)[];
  required: readonly (keyof Given)[];
  before: Partial<Given>;
  error: Error | null;
  isPending: boolean;
  onSave: (given: Partial<Given>) => void;
  onCancel: () => void;
}) {
  const [given, setGiven] = useState(before);
  const wanted = (name: keyof Given) => given[name]?.trim() || undefined;
  return (
    <Form
      submit={submit}
      isBusy={isPending}
      onSubmit={() => onSave(Object.fromEntries(fields.map((name) => [name, wanted(name)])))}
      onCancel={onCancel}
    >
      {fields.map((name, index) => {
        const { label, ...rest } = FIELDS[name];
        return (
          <Field
            key={name}
            label={label()}
            {...rest}
            required={required.includes(name)}
            hint={
              name === 'secret' && !required.includes(name) ? m.connection_key_kept() : undefined
            }
            value={given[name] ?? ''}
            problem={error && index === fields.length - 1 ? toMessage(error) : undefined}
            onChange={({ target }) => setGiven({ ...given, [name]: target.value })}
          />
        );
      })}
    </Form>
  );
}
