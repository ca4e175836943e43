import { useMutation, useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SummaryTemplate } from '../../../../client/src/index.ts';
import { Button, IconButton } from '../../design/button.tsx';
import { Field, TextArea } from '../../design/field.tsx';
import { Form } from '../../design/forms/form.tsx';
import { Sheet } from '../../design/sheet.tsx';
import { ErrorState, Skeleton } from '../../design/states.tsx';
import * as m from '../../paraglide/messages.js';
import { toMessage } from '../../service/problems.ts';
import { queryClient } from '../../service/queries.ts';
import { service } from '../../service/service.ts';
import { holdRemoval, useNotDeleted } from '../../shell/held-deletions.ts';
import { conversationQuery } from '../../conversations/conversations.ts';
import { templateName, templatesQuery } from './templates.ts';

const refresh = () => queryClient.invalidateQueries({ queryKey: templatesQuery.queryKey });

/** A dialog that writes a summary of a conversation with a template. */
export default function SummariseSheet({
  id,
  onClose,
  onSummarised,
}: {
  id: string;
  onClose: () => void;
  onSummarised: (template: string) => void;
}) {
  const { data, error, refetch } = useQuery(templatesQuery);
  const isNotDeleted = useNotDeleted();
  const [isAdding, setAdding] = useState(false);
  const summarise = useMutation({
    mutationFn: (template_id: string) =>
      service.summariseOwnConversation({ conversation_id: id, template_id }),
    onSuccess: async (_result, template) => {
      await queryClient.invalidateQueries({ queryKey: conversationQuery(id).queryKey });
      onSummarised(template);
      onClose();
    },
  });
  const templates = data?.filter(isNotDeleted);
  return (
    <Sheet title={m.summarise()} about={m.summarise_about()} onClose={onClose}>
      {summarise.error && (
        <p role="alert" className="text-14 text-brick">
          {toMessage(summarise.error)}
        </p>
      )}
      {summarise.isPending && (
        <p role="status" className="processing text-14 text-ink-2 italic">
          {m.summarising()}
        </p>
      )}
      {templates?.some(({ needs_model }) => needs_model) && (
        <p className="text-13 text-ink-2">{m.templates_need_model()}</p>
      )}
      {templates ? (
        <ul className="-mx-3">
          {templates.map((template) => (
            <Template
              key={template.id}
              template={template}
              isPending={summarise.isPending}
              onChoose={() => summarise.mutate(template.id)}
            />
          ))}
        </ul>
      ) : error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton lines={5} />
      )}
      {isAdding ? (
        <NewTemplate onDone={() => setAdding(false)} />
      ) : (
        <Button className="w-fit" onClick={() => setAdding(true)}>
          {m.new_template()}
        </Button>
      )}
    </Sheet>
  );
}

function Template({
  template,
  isPending,
  onChoose,
}: {
  template: SummaryTemplate;
  isPending: boolean;
  onChoose: () => void;
}) {
  const { id, prompt, shipped, needs_model } = template;
  const name = templateName(template);
  return (
    <li className="flex items-start">
      <button
        type="button"
        disabled={isPending || needs_model}
        onClick={onChoose}
        className="min-w-0 flex-1 rounded-control px-3 py-2 text-left text-14 enabled:hover:bg-sunken disabled:opacity-60"
      >
        <span className="font-medium wrap-anywhere">{name}</span>
        <span
          lang={shipped ? 'en' : undefined}
          className="line-clamp-2 text-13 wrap-anywhere text-ink-2"
        >
          {prompt}
        </span>
      </button>
      {!shipped && (
        <IconButton
          label={m.delete_item({ title: name })}
          onClick={() =>
            holdRemoval([id], {
              text: m.template_deleted(),
              run: () => service.deleteOwnSummaryTemplate({ template_id: id }),
              after: refresh,
            })
          }
        >
          <Trash2 size={16} />
        </IconButton>
      )}
    </li>
  );
}

function NewTemplate({ onDone }: { onDone: () => void }) {
  const [name, setName] = useState('');
  const [prompt, setPrompt] = useState('');
  const create = useMutation({
    mutationFn: () =>
      service.createOwnSummaryTemplate({ name: name.trim(), prompt: prompt.trim() }),
    onSuccess: async () => {
      await refresh();
      onDone();
    },
  });
  return (
    <Form
      submit={m.create()}
      isBusy={create.isPending}
      className="border-t border-hairline pt-4"
      onSubmit={() => create.mutate()}
      onCancel={onDone}
    >
      <Field
        label={m.template_name()}
        required
        autoFocus
        value={name}
        problem={create.error ? toMessage(create.error) : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <TextArea
        label={m.template_prompt()}
        placeholder={m.template_prompt()}
        required
        value={prompt}
        className="max-h-60"
        onChange={(event) => setPrompt(event.target.value)}
      />
    </Form>
  );
}
