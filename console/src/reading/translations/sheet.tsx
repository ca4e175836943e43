import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { patchConversation } from '../../conversations/conversations.ts';
import { Button } from '../../design/button.tsx';
import { inputClass } from '../../design/field.tsx';
import { Sheet } from '../../design/sheet.tsx';
import { getLocale } from '../../paraglide/runtime.js';
import * as m from '../../paraglide/messages.js';
import { toMessage } from '../../service/problems.ts';
import { service } from '../../service/service.ts';
import { templatesQuery } from '../summaries/templates.ts';
import { languageName } from './languages.ts';

/** The languages that are offered. The service accepts every code. */
const CODES =
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nl no pl pt ro ru sk sl sr sv sw ta th tr uk ur vi zh';

/** A dialog that translates the words of a conversation. */
export default function TranslateSheet({
  id,
  onClose,
  onTranslated,
}: {
  id: string;
  onClose: () => void;
  onTranslated: (language: string) => void;
}) {
  const { data: templates, isLoading } = useQuery(templatesQuery);
  const languages = CODES.split(' ')
    .map((code) => ({ code, name: languageName(code) }))
    .sort((a, b) => a.name.localeCompare(b.name));
  const [language, setLanguage] = useState<string>(getLocale());
  const translate = useMutation({
    mutationFn: () => service.translateConversation({ conversation_id: id, language }),
    onSuccess: (conversation) => {
      patchConversation([id], () => conversation);
      onTranslated(language);
      onClose();
    },
  });
  if (isLoading) return null;
  // The templates tell everybody whether there is a language model, the providers only the owner.
  if (templates?.some(({ needs_model }) => needs_model)) {
    return (
      <Sheet title={m.translate()} onClose={onClose}>
        <p className="text-14">{m.refused_no_model()}</p>
      </Sheet>
    );
  }
  return (
    <Sheet title={m.translate()} about={m.translate_about()} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          translate.mutate();
        }}
      >
        <select
          aria-label={m.language()}
          value={language}
          onChange={(event) => setLanguage(event.target.value)}
          className={inputClass('w-full')}
        >
          {languages.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
        {translate.error && (
          <p role="alert" className="text-14 text-brick">
            {toMessage(translate.error)}
          </p>
        )}
        <Button type="submit" look="primary" className="w-fit" isBusy={translate.isPending}>
          {translate.isPending ? m.translating() : m.translate()}
        </Button>
      </form>
    </Sheet>
  );
}
