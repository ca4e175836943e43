import type { ReactNode } from 'react';
import { DropZone, TYPES, sendRecordings } from './drop-zone.tsx';
import { UploadList } from './uploads.tsx';

/** A row of the first page: takes a dropped or chosen recording and shows its progress. */
export default function DropRecording({
  className,
  children,
}: {
  className: string;
  children: ReactNode;
}) {
  return (
    <>
      <DropZone
        className="relative"
        classOver="bg-ember-wash outline-2 outline-dashed outline-ember"
      >
        <label className={`${className} cursor-pointer focus-within:outline-2`}>
          {children}
          <input
            type="file"
            multiple
            accept={TYPES}
            className="sr-only"
            onChange={({ target }) => {
              sendRecordings([...(target.files ?? [])]);
              // The same file can be chosen again.
              target.value = '';
            }}
          />
        </label>
      </DropZone>
      <UploadList />
    </>
  );
}
