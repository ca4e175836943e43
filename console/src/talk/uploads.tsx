import { Link } from '@tanstack/react-router';
import { FileAudio } from 'lucide-react';
import { useState } from 'react';
import { FileButton } from '../design/file-button.tsx';
import { useStore } from '../design/store.ts';
import * as m from '../paraglide/messages.js';
import { sendRecording, uploads } from './uploads.ts';
import type { Upload } from './uploads.ts';

const TYPES = 'audio/*,video/mp4,video/webm,.m4a,.opus,.ogg,.oga,.flac,.wav,.mp3';

/** A place to drop recordings, and the progress of the uploads. */
export function Uploads() {
  const all = useStore(uploads);
  const [isOver, setOver] = useState(false);
  const send = (files: Iterable<File>) => {
    for (const file of files) void sendRecording(file);
  };
  return (
    <section aria-label={m.recordings()} className="grid gap-4">
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          send(event.dataTransfer.files);
        }}
        className={`grid justify-items-center gap-3 rounded-sheet border border-dashed px-6 py-8 text-center ${
          isOver ? 'border-ember bg-ember-wash' : 'border-control'
        }`}
      >
        <FileAudio size={24} strokeWidth={1.4} className="text-ink-2" aria-hidden="true" />
        <p className="text-14 text-ink-2">{m.drop_recording()}</p>
        <FileButton label={m.choose_file()} accept={TYPES} multiple onFiles={send} />
      </div>
      {all.length > 0 && (
        <ul className="grid gap-3">
          {all.map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
    </section>
  );
}

function UploadRow({ upload: { name, sent, problem, conversationId } }: { upload: Upload }) {
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
        <p role="alert" className="text-13 text-brick">
          {problem}
        </p>
      ) : (
        <progress className="progress" value={sent} max={1} aria-label={name} />
      )}
    </li>
  );
}
