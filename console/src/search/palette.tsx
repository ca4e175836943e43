import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import * as m from '../paraglide/messages.js';
import { inOwnWords, toMessage } from '../service/problems.ts';
import { foldersQuery, peopleQuery } from '../service/lists.ts';
import { takeTypedAhead } from '../shell/shown.ts';
import { Chips } from './chips.tsx';
import { chipsOf } from './narrowing.ts';
import { commandGroups } from './commands/commands.ts';
import type { Command } from './commands/command.ts';
import type { Group } from './commands/commands.ts';
import { taskFrom } from './commands/makers.ts';
import { noteChosen } from './commands/often.ts';
import { ResultRow } from './result-row.tsx';
import { resultOf, useFound } from './results.ts';
import type { Result } from './results.ts';

const POPUP =
  'floating entering fixed inset-x-3 top-[8vh] z-50 mx-auto flex max-h-[76dvh] max-w-[600px] flex-col ' +
  'overflow-hidden';
const BACKDROP = 'fixed inset-0 z-40 bg-ink/10 dark:bg-paper/70';

/** A single field for navigation and search. Tab asks the text as a question instead. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const query = typed.trim();
  const { data, error, isFetching } = useFound(query);
  const { data: people = [] } = useQuery(peopleQuery);
  const { data: folders = [] } = useQuery(foldersQuery);
  const commands = commandGroups(query, { people, folders });
  const groups = groupsOf(query, commands, (data?.items ?? []).map(resultOf));
  const results = groups.flatMap((group) => group.results);
  const chips = chipsOf({ q: query }, query === '' ? undefined : data?.understood);
  const current = Math.min(chosen, results.length - 1);
  const open = (row: Command | undefined) => {
    if (!row) return;
    const { key, to, run, fill } = row;
    if (fill) {
      setTyped(fill);
      setChosen(0);
      return;
    }
    noteChosen(key);
    onClose();
    run?.();
    if (to) void navigate({ to });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setChosen((current + step + results.length) % results.length);
    else if (event.key === 'Enter') open(results[current]);
    else if (event.key === 'Tab' && query !== '') open(askResult(query));
    else return;
    event.preventDefault();
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={BACKDROP} />
        <Dialog.Popup className={POPUP} aria-label={m.search()}>
          <div className="flex items-center gap-3 border-b border-hairline px-4">
            <Search size={18} className="flex-none text-ink-2" aria-hidden="true" />
            <input
              // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- one is enough
              role="combobox"
              aria-expanded="true"
              aria-controls={`${id}-list`}
              aria-activedescendant={results[current] && `${id}-${current}`}
              aria-label={m.search()}
              placeholder={m.search_placeholder()}
              autoFocus
              value={typed}
              onFocus={() => setTyped((text) => text + takeTypedAhead())}
              onChange={(event) => {
                setTyped(event.target.value);
                setChosen(0);
              }}
              onKeyDown={onKeyDown}
              className="h-14 min-w-0 flex-1 bg-transparent text-18 outline-none"
            />
          </div>
          {chips.length > 0 && (
            <div className="border-b border-hairline px-4 py-2.5">
              <Chips chips={chips} onChange={({ q = '' }) => setTyped(q)} />
            </div>
          )}
          <div
            id={`${id}-list`}
            role="listbox"
            aria-label={m.results()}
            className="overflow-auto p-2"
          >
            {groups.map(({ title, results: rows }) => (
              <div key={title} role="group" aria-label={title} className="pb-2">
                <p className="px-3 py-1.5 text-13 text-ink-2">{title}</p>
                {rows.map((result) => {
                  const at = results.indexOf(result);
                  return (
                    <ResultRow
                      key={result.key}
                      id={`${id}-${at}`}
                      result={result}
                      isChosen={at === current}
                      onPoint={() => setChosen(at)}
                      onOpen={() => open(result)}
                    />
                  );
                })}
              </div>
            ))}
          </div>
          <p role="status" className="px-5 pb-3 text-13 text-ink-2 empty:hidden">
            {error ? toMessage(error) : data?.notice && inOwnWords(data.notice)}
            {!error && query !== '' && !isFetching && data?.items.length === 0 && m.nothing_found()}
          </p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const allResult = (query: string): Result => ({
  key: 'all',
  to: `/search?${new URLSearchParams({ q: query }).toString()}`,
  title: m.all_results(),
});

const askResult = (question: string): Result => ({
  key: 'ask',
  to: `/ask?${new URLSearchParams({ q: question }).toString()}`,
  title: m.ask_this({ question }),
});

/** Shows the commands, the records by kind, and the text as a question or as a task. */
function groupsOf(query: string, commands: readonly Group[], found: readonly Result[]) {
  const known = new Set(commands.flatMap(({ results }) => results.map(({ to }) => to)));
  const others = found.filter(({ to }) => !known.has(to));
  const kinds = Map.groupBy(others, ({ kind }) => kind ?? '');
  return [
    ...commands,
    ...[...kinds].map(([title, results]) => ({ title, results: results.slice(0, 5) })),
    { title: m.search(), results: found.length === 0 ? [] : [allResult(query)] },
    { title: m.ask(), results: query === '' ? [] : [askResult(query), taskFrom(query)] },
  ].filter(({ results }): boolean => results.length > 0) as Group[];
}
