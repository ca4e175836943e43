import { Link } from '@tanstack/react-router';
import { FileAudio } from 'lucide-react';
import { Button } from '../design/button.tsx';
import { FileButton } from '../design/file-button.tsx';
import { useStore } from '../design/store.ts';
import * as m from '../paraglide/messages.js';
import { DropZone, TYPES, sendRecordings } from './drop-zone.tsx';
import { retryUpload, uploads } from './uploads.ts';
import type { Upload } from './uploads.ts';

/** A place to drop recordings, and the progress of the uploads. */
export function Uploads() {
  return (
    <section aria-label={m.recordings()} className="grid gap-4">
      <DropZone
        className="grid justify-items-center gap-3 rounded-sheet border border-dashed border-control px-6 py-8 text-center"
        classOver="border-ember bg-ember-wash"
      >
        <FileAudio size={24} strokeWidth={1.4} className="text-ink-2" aria-hidden="true" />
        <p className="text-14 text-ink-2">{m.drop_recording()}</p>
        <FileButton label={m.choose_file()} accept={TYPES} multiple onFiles={sendRecordings} />
      </DropZone>
      <UploadList />
    </section>
  );
}

/** The progress of the uploads. */
export function UploadList() {
  const all = useStore(uploads);
  if (all.length === 0) return null;
  return (
    <ul className="grid gap-3">
      {all.map((upload) => (
        <UploadRow key={upload.id} upload={upload} />
      ))}
    </ul>
  );
}

export function UploadRow({ upload }: { upload: Upload }) {
  const {
    file: { name },
    sent,
    problem,
    conversationId,
  } = upload;
  return (
    <li className="grid gap-1.5 text-14">
      <div className="flex justify-between gap-4">
        <span className="truncate">{name}</span>
        {conversationId ? (
          <Link
            to="/conversations/$id"
            params={{ id: conversationId }}
            className="flex-none underline underline-offset-4"
          >
            {m.open_conversation()}
          </Link>
        ) : (
          <span className="flex-none text-ink-2 tabular-nums">{Math.round(sent * 100)} %</span>
        )}
      </div>
      {problem ? (
        <div className="flex items-center justify-between gap-4">
          <p role="alert" className="text-13 text-brick">
            {problem}
          </p>
          <Button onClick={() => retryUpload(upload)}>{m.try_again()}</Button>
        </div>
      ) : (
        <progress className="progress" value={sent} max={1} aria-label={name} />
      )}
    </li>
  );
}
