import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Checkbox, Field } from '../../design/field.tsx';
import * as m from '../../paraglide/messages.js';
import { toMessage } from '../../service/problems.ts';
import { queryClient } from '../../service/queries.ts';
import { service } from '../../service/service.ts';
import { KeyOnce } from '../key-once.tsx';
import { TYPES } from './types.ts';
import type { EventType } from './types.ts';

export function NewEndpoint({ onDone }: { onDone: () => void }) {
  const [url, setUrl] = useState('');
  const [types, setTypes] = useState<readonly EventType[]>(['conversation.completed']);
  const [hasTranscript, setTranscript] = useState(false);
  const isEverything = types.includes('*');
  const make = useMutation({
    mutationFn: () =>
      service.createOwnWebhookEndpoint({
        url: url.trim(),
        types: isEverything ? ['*'] : [...types],
        include_transcript: hasTranscript,
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['webhooks'] }),
  });
  if (make.data) {
    return <KeyOnce secret={make.data.secret} about={m.secret_once()} onDone={onDone} />;
  }
  return (
    <form
      className="grid max-w-[480px] gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate();
      }}
    >
      <Field
        label={m.endpoint_address()}
        type="url"
        placeholder="https://"
        required
        autoFocus
        maxLength={2000}
        value={url}
        problem={make.error ? toMessage(make.error) : undefined}
        onChange={(event) => setUrl(event.target.value)}
      />
      <fieldset className="grid gap-1">
        <legend className="mb-1.5 text-14 font-medium">{m.endpoint_choose()}</legend>
        {TYPES.map(([type, label]) => (
          <label key={type} className="flex min-h-8 items-center gap-3 text-14">
            <Checkbox
              checked={isEverything || types.includes(type)}
              disabled={isEverything && type !== '*'}
              onChange={({ target }) =>
                setTypes(
                  target.checked ? [...types, type] : types.filter((chosen) => chosen !== type),
                )
              }
            />
            {label()}
          </label>
        ))}
      </fieldset>
      <label className="flex min-h-8 items-center gap-3 text-14">
        <Checkbox
          checked={hasTranscript}
          onChange={({ target }) => setTranscript(target.checked)}
        />
        {m.endpoint_transcript()}
      </label>
      <div className="flex gap-2">
        <Button type="submit" look="primary" disabled={make.isPending || types.length === 0}>
          {m.create()}
        </Button>
        <Button look="plain" onClick={onDone}>
          {m.cancel()}
        </Button>
      </div>
    </form>
  );
}
