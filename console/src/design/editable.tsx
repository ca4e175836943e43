import { useState } from 'react';
import { TextArea } from './field.tsx';

/**
 * A text that becomes a field when it is clicked. Enter and blur save the text; Escape does not.
 */
export function Editable({
  text,
  label,
  className = '',
  onSave,
}: {
  text: string;
  label: string;
  className?: string;
  onSave: (text: string) => void;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  if (draft === null) {
    return (
      <button
        type="button"
        title={label}
        onClick={() => setDraft(text)}
        className={`cursor-text rounded-[3px] text-left hover:bg-sunken ${className}`}
      >
        {text}
      </button>
    );
  }
  const finish = () => {
    const wanted = draft.trim();
    setDraft(null);
    if (wanted !== '' && wanted !== text) onSave(wanted);
  };
  return (
    <TextArea
      autoFocus
      label={label}
      value={draft}
      rows={1}
      maxLength={500}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setDraft(null);
        if (event.key === 'Enter' && !event.shiftKey) finish();
      }}
    />
  );
}
