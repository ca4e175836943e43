import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { WebhookEndpoint } from '../../../../client/src/index.ts';
import { Field } from '../../design/field.tsx';
import { Choice, Choices, Form } from '../../design/forms/form.tsx';
import * as m from '../../paraglide/messages.js';
import { problemsByField } from '../../design/forms/problems-by-field.ts';
import { toMessage } from '../../service/problems.ts';
import { queryClient } from '../../service/queries.ts';
import { service } from '../../service/service.ts';
import { KeyOnce } from '../keys/key-once.tsx';
import { TYPES } from './types.ts';
import type { EventType } from './types.ts';

interface Given {
  url: string;
  types: EventType[];
  include_transcript: boolean;
}

const onSuccess = () => queryClient.invalidateQueries({ queryKey: ['webhooks'] });

/** Makes an endpoint, and shows its secret once. */
export function NewEndpoint({ onDone }: { onDone: () => void }) {
  const make = useMutation({
    mutationFn: (given: Given) => service.createOwnWebhookEndpoint(given),
    onSuccess,
  });
  if (make.data) {
    return <KeyOnce secret={make.data.secret} about={m.secret_once()} onDone={onDone} />;
  }
  return (
    <EndpointForm
      submit={m.create()}
      before={{ url: '', types: ['conversation.completed'], include_transcript: false }}
      error={make.error}
      isPending={make.isPending}
      onSave={(given) => make.mutate(given)}
      onCancel={onDone}
    />
  );
}

/** Changes the address and the types of an endpoint. Its secret and its history stay. */
export function EndpointEditor({
  endpoint: { id, url, types, include_transcript },
  onDone,
}: {
  endpoint: WebhookEndpoint;
  onDone: () => void;
}) {
  const change = useMutation({
    mutationFn: (given: Given) => service.updateOwnWebhookEndpoint({ endpoint_id: id, ...given }),
    onSuccess: async () => {
      await onSuccess();
      onDone();
    },
  });
  return (
    <EndpointForm
      submit={m.save()}
      before={{ url, types: types as EventType[], include_transcript }}
      error={change.error}
      isPending={change.isPending}
      onSave={(given) => change.mutate(given)}
      onCancel={onDone}
    />
  );
}

function EndpointForm({
  submit,
  before,
  error,
  isPending,
  onSave,
  onCancel,
}: {
  submit: string;
  before: Given;
  error: Error | null;
  isPending: boolean;
  onSave: (given: Given) => void;
  onCancel: () => void;
}) {
  const [url, setUrl] = useState(before.url);
  const [types, setTypes] = useState<readonly EventType[]>(before.types);
  const [hasTranscript, setTranscript] = useState(before.include_transcript);
  const isEverything = types.includes('*');
  const offered = TYPES.map(([type, label]) => [type, label()] as const);
  // A program may have chosen types that the page does not offer.
  const others = before.types.filter((type) => !TYPES.some(([each]) => each === type));
  return (
    <Form
      submit={submit}
      isBlocked={types.length === 0}
      isBusy={isPending}
      onSubmit={() =>
        onSave({
          url: url.trim(),
          types: isEverything ? ['*'] : [...types],
          include_transcript: hasTranscript,
        })
      }
      onCancel={onCancel}
    >
      <Field
        label={m.endpoint_address()}
        type="url"
        placeholder="https://"
        required
        autoFocus
        maxLength={2000}
        value={url}
        problem={error ? (problemsByField(error)['url'] ?? toMessage(error)) : undefined}
        onChange={(event) => setUrl(event.target.value)}
      />
      <Choices
        legend={m.endpoint_choose()}
        options={[...offered, ...others.map((type) => [type, type] as const)]}
        chosen={types}
        isFixed={(type) => isEverything && type !== '*'}
        onChange={setTypes}
      />
      <Choice label={m.endpoint_transcript()} isChosen={hasTranscript} onChange={setTranscript} />
    </Form>
  );
}
