import { Link, getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button } from '../design/button.tsx';
import { EmptyState } from '../design/lists/empty-state.tsx';
import { Skeleton } from '../design/states.tsx';
import { useStore } from '../design/store.ts';
import { Title } from '../design/title.tsx';
import * as m from '../paraglide/messages.js';
import { UploadRow } from '../uploads/uploads.tsx';
import { uploads } from '../uploads/uploads.ts';
import { imports, startImport } from './importing.ts';
import { deleteShared, listShared } from './store.ts';
import type { Shared } from './store.ts';

const route = getRouteApi('/inside/import');
const PROBLEMS = {
  full: m.shared_full,
  not_kept: m.shared_not_kept,
};

/** What other apps shared with the console. Nothing is imported before the user has seen it. */
export default function ImportPage() {
  const { problem }: { problem?: keyof typeof PROBLEMS } = route.useSearch();
  const [shared, setShared] = useState<readonly Shared[] | null>(null);
  const started = useStore(imports);
  useEffect(() => void listShared().then(setShared), []);
  const waiting = shared?.filter(({ path, kind }) => kind !== 'unknown' && !started[path]) ?? [];
  const remove = (path: string) => {
    void deleteShared(path);
    setShared((all) => all!.filter((each) => each.path !== path));
  };
  return (
    <>
      <Title>{m.shared_title()}</Title>
      <h1 className="mb-5 font-serif text-28 font-semibold">{m.shared_title()}</h1>
      {problem && (
        <p role="alert" className="mb-5 border-l-[3px] border-ember pl-4">
          {PROBLEMS[problem]()}
        </p>
      )}
      {shared === null ? (
        <Skeleton />
      ) : shared.length === 0 ? (
        <EmptyState title={m.shared_none()} />
      ) : (
        <div className="grid justify-items-start gap-6">
          <p className="text-14 text-ink-2">{m.shared_about()}</p>
          <ul className="grid w-full gap-5">
            {shared.map((each) => (
              <SharedRow key={each.path} shared={each} onRemove={() => remove(each.path)} />
            ))}
          </ul>
          {waiting.length > 0 && (
            <Button
              look="primary"
              onClick={() => waiting.forEach((each) => void startImport(each))}
            >
              {m.shared_import()}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function SharedRow({ shared, onRemove }: { shared: Shared; onRemove: () => void }) {
  const { path, file, kind, preview } = shared;
  const begun = useStore(imports)[path];
  const upload = useStore(uploads).find(({ id }) => id === begun?.uploadId);
  const problem = kind === 'unknown' ? m.shared_unknown() : begun?.problem;
  const isWaiting = !begun || problem || upload?.problem;
  return (
    <li className="grid gap-2 border-b border-hairline pb-4 text-14">
      {upload ? (
        <ul>
          <UploadRow upload={upload} />
        </ul>
      ) : (
        <>
          {file.name && <p className="truncate">{file.name}</p>}
          {preview && (
            <p
              dir="auto"
              className="line-clamp-4 font-serif text-16 wrap-anywhere whitespace-pre-line"
            >
              {preview}
            </p>
          )}
        </>
      )}
      {problem && (
        <p role="alert" className="text-13 text-brick">
          {problem}
        </p>
      )}
      {begun?.conversationId ? (
        <Link
          to="/conversations/$id"
          params={{ id: begun.conversationId }}
          className="w-fit underline underline-offset-4"
        >
          {m.open_conversation()}
        </Link>
      ) : (
        isWaiting && (
          <p className="flex gap-2">
            {begun?.problem && (
              <Button onClick={() => void startImport(shared)}>{m.try_again()}</Button>
            )}
            <Button look="plain" onClick={onRemove}>
              {m.remove()}
            </Button>
          </p>
        )
      )}
      {begun && !isWaiting && !upload && !begun.conversationId && (
        <p role="status" className="text-ink-2">
          {m.import_running()}
        </p>
      )}
    </li>
  );
}
