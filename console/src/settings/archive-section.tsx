import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AccountImport } from '../../../client/src/index.ts';
import { buttonClass } from '../design/button.tsx';
import { FileButton } from '../design/file-button.tsx';
import { Unready } from '../design/states.tsx';
import { notify } from '../design/notices.ts';
import * as m from '../paraglide/messages.js';
import { getLocale } from '../paraglide/runtime.js';
import { inOwnWords, toMessage } from '../service/problems.ts';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';
import { shortDate } from '../time/time.ts';
import { SettingsSection } from './section.tsx';
import { at } from '../service/base.ts';

const queryKey = ['imports'];
const STATUS = {
  running: m.import_running,
  completed: m.import_completed,
  failed: m.import_failed,
};
const KINDS: Record<string, () => string> = {
  'action-items': m.tasks,
  conversations: m.conversations,
  'day-summaries': m.days,
  folders: m.folders,
  goals: m.goals,
  memories: m.memories,
  people: m.people,
  sound: m.sound,
};
/** The page of each kind of record. */
const PLACES: Record<string, string> = {
  'action-items': '/tasks',
  conversations: '/conversations',
  'day-summaries': '/',
  goals: '/goals',
  memories: '/memories',
  people: '/people',
};
/** An archive brings conversations from everywhere, any other file those of its format. */
const searchOf = (kind: string, format: string | null) =>
  kind === 'conversations' && format && format !== 'commonplace' ? { sources: format } : {};
const ACCEPTED = '.zip,.json,.jsonl,.srt,.vtt,.txt,.md';
/** Progress is no event of the stream, so this is asked while an import runs. */
const ASK_MS = 1_000;

/** Takes the whole account out, and reads archives and files of other services in. */
export function ArchiveSection() {
  return (
    <>
      <SettingsSection
        id="export"
        title={m.export_everything()}
        about={m.export_everything_about()}
      >
        <a className={buttonClass('quiet', 'w-fit')} href={at('/v1/export')} download>
          {m.download_archive()}
        </a>
      </SettingsSection>
      <Imports />
    </>
  );
}

/** The service runs one import of an account at a time. */
async function ended(): Promise<void> {
  const [last] = await queryClient.fetchQuery({ queryKey, queryFn: listed, staleTime: 0 });
  if (last?.status !== 'running') return undefined;
  await new Promise((resolve) => setTimeout(resolve, ASK_MS));
  return ended();
}

const listed = () => service.listImports({ limit: 10 });

function Imports() {
  const query = useQuery({
    queryKey,
    queryFn: listed,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'running') ? ASK_MS : false,
  });
  const start = useMutation({
    mutationFn: async (files: readonly File[]) => {
      for (const file of files) {
        await service.startImport({ file });
        await ended();
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
    onError: (error) => notify(toMessage(error), { tone: 'problem' }),
  });
  return (
    <SettingsSection id="import" title={m.import_title()} about={m.import_about()}>
      <div>
        {start.isPending ? (
          <p role="status" className="text-14 text-ink-2">
            {m.import_sending()}
          </p>
        ) : (
          <FileButton
            label={m.import_choose()}
            accept={ACCEPTED}
            multiple
            onFiles={(files) => start.mutate(files)}
          />
        )}
      </div>
      {!query.data && <Unready query={query} />}
      <ul aria-label={m.imports()}>
        {query.data?.map((each) => (
          <ImportRow key={each.id} {...each} />
        ))}
      </ul>
    </SettingsSection>
  );
}

function ImportRow({ file_name, format, status, problem, report, created_at }: AccountImport) {
  const number = new Intl.NumberFormat(getLocale());
  return (
    <li className="grid gap-2 border-b border-hairline py-3 text-14 last:border-0">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <span className="min-w-0 [overflow-wrap:anywhere]">{file_name}</span>
        <span className="text-13 text-ink-2">
          {[format, shortDate(created_at), STATUS[status]()].filter(Boolean).join(' · ')}
        </span>
      </div>
      {problem && <p className="text-brick">{inOwnWords(problem)}</p>}
      {report.kinds.length > 0 && (
        <ul className="grid gap-1 text-13 text-ink-2">
          {report.kinds.map(({ kind, created, unchanged, refused }) => {
            const counts = m.import_counts({
              kind: KINDS[kind]?.() ?? kind,
              created: number.format(created),
              unchanged: number.format(unchanged),
              refused: number.format(refused),
            });
            const to = PLACES[kind];
            return (
              <li key={kind}>
                {to && format !== null && created + unchanged > 0 ? (
                  <Link
                    to={to}
                    search={searchOf(kind, format)}
                    className="underline underline-offset-4 hover:text-ink"
                  >
                    {counts}
                  </Link>
                ) : (
                  counts
                )}
              </li>
            );
          })}
        </ul>
      )}
      {report.problems.length > 0 && (
        <details className="text-13">
          <summary>{m.import_problems()}</summary>
          <ul className="mt-2 grid gap-1 text-ink-2">
            {report.problems.map(({ where, message }) => (
              <li key={`${where} ${message}`} className="[overflow-wrap:anywhere]">
                {where}: <span lang="en">{message}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
