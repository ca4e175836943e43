import { useState } from 'react';
import type { ReactNode } from 'react';
import { classNames } from '../design/class-names.ts';
import { sendRecording } from './uploads.ts';

export const TYPES = 'audio/*,video/mp4,video/webm,.m4a,.opus,.ogg,.oga,.flac,.wav,.mp3';

export function sendRecordings(files: Iterable<File>): void {
  for (const file of files) sendRecording(file);
}

/** An area that sends the recordings that are dropped on it. */
export function DropZone({
  className,
  classOver,
  children,
}: {
  className: string;
  /** The additional class while files are over the area. */
  classOver: string;
  children: ReactNode;
}) {
  const [isOver, setOver] = useState(false);
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        sendRecordings(event.dataTransfer.files);
      }}
      className={classNames(className, isOver && classOver)}
    >
      {children}
    </div>
  );
}
