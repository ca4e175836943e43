import { useMutation, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import type { VocabularyWord } from '../../../../client/src/index.ts';
import { Button, IconButton } from '../../design/button.tsx';
import { TextArea } from '../../design/field.tsx';
import { notify } from '../../design/notices.ts';
import { Title } from '../../design/title.tsx';
import * as m from '../../paraglide/messages.js';
import { toMessage } from '../../service/problems.ts';
import { offerUndo } from '../../writing/undo.ts';
import { SettingsSection, UnreadySection } from '../section.tsx';
import { changeWords, vocabularyQuery } from './vocabulary.ts';

/** Names and terms that the recogniser should know. */
export default function WordsPage() {
  const query = useQuery(vocabularyQuery);
  const { data } = query;
  if (!data) return <UnreadySection title={m.words_and_names()} query={query} />;
  const { words } = data.value;
  return (
    <SettingsSection title={m.words_and_names()} about={m.words_and_names_about()}>
      <Title>{m.words_and_names()}</Title>
      <AddWords />
      {words.length === 0 ? (
        <p className="font-serif text-18">{m.words_none()}</p>
      ) : (
        <ul aria-label={m.words_and_names()}>
          {words.map((word) => (
            <WordRow key={word.word} word={word} />
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

const MAX_CHARACTERS = 60;

function AddWords() {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  const lines = typed.split('\n').map((line) => line.trim());
  const wanted = lines.filter((line) => line !== '');
  const add = useMutation({
    mutationFn: (more: readonly string[]) =>
      changeWords((words) => [...more, ...words.filter((word) => !more.includes(word))]),
    onSuccess: () => setTyped(''),
    onError: (error) => setProblem(toMessage(error)),
  });
  const submit = () => {
    const long = wanted.find((line) => line.length > MAX_CHARACTERS);
    setProblem(long ? m.word_too_long({ word: long, count: MAX_CHARACTERS }) : '');
    if (!long && wanted.length > 0 && !add.isPending) add.mutate(wanted);
  };
  return (
    <form
      className="grid max-w-[480px] gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextArea
        label={m.words_to_add()}
        placeholder={m.words_to_add()}
        rows={1}
        dir="auto"
        className="max-h-80"
        value={typed}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? id : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          // Shift and Enter begin a line.
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          submit();
        }}
      />
      {problem && (
        <p id={id} role="alert" className="text-13 wrap-anywhere text-brick">
          {problem}
        </p>
      )}
      <Button type="submit" className="w-fit" disabled={wanted.length === 0} isBusy={add.isPending}>
        {m.add_words({ count: Math.max(1, wanted.length) })}
      </Button>
    </form>
  );
}

function WordRow({ word: { word, learned } }: { word: VocabularyWord }) {
  const remove = useMutation({
    mutationFn: () => changeWords((words) => words.filter((each) => each !== word)),
    onSuccess: () =>
      offerUndo(m.word_removed({ word }), () => {
        changeWords((words) => [word, ...words]).catch(showProblem);
      }),
    onError: (error) => showProblem(error),
  });
  return (
    <li className="flex items-center gap-3 border-b border-hairline py-1">
      <span className="min-w-0 flex-1 wrap-anywhere" dir="auto">
        {word}
      </span>
      {learned && <span className="text-13 text-ink-2">{m.word_learned()}</span>}
      <IconButton
        label={m.remove_word({ word })}
        disabled={remove.isPending}
        onClick={() => remove.mutate()}
      >
        <X size={16} />
      </IconButton>
    </li>
  );
}

const showProblem = (error: unknown) => notify(toMessage(error), { tone: 'problem' });
