import { inputClass } from '../../design/field.tsx';
import * as m from '../../paraglide/messages.js';
import { languageName } from './languages.ts';

/** Chooses the translation to show, when there is one. */
export function TranslationChoice({
  languages,
  chosen,
  onChoose,
}: {
  languages: readonly string[];
  chosen: string | null;
  onChoose: (language: string | null) => void;
}) {
  if (languages.length === 0) return null;
  return (
    <select
      aria-label={m.translation()}
      value={chosen ?? ''}
      onChange={(event) => onChoose(event.target.value || null)}
      className={inputClass('text-14')}
    >
      <option value="">{m.translation_none()}</option>
      {languages.map((code) => (
        <option key={code} value={code}>
          {languageName(code)}
        </option>
      ))}
    </select>
  );
}
