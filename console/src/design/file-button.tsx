import { buttonClass } from './button.tsx';

/** A button with which the user chooses files. */
export function FileButton({
  label,
  accept,
  multiple = false,
  onFiles,
}: {
  label: string;
  accept: string;
  multiple?: boolean;
  onFiles: (files: readonly File[]) => void;
}) {
  return (
    <label className={buttonClass('quiet', 'cursor-pointer focus-within:outline-2')}>
      {label}
      <input
        type="file"
        multiple={multiple}
        accept={accept}
        className="sr-only"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
    </label>
  );
}
