import type { KeyboardEvent } from 'react';
import type { Operations } from '../../../../client/src/index.ts';
import { OWN_FIELDS } from '../../../../client/src/own-fields.ts';
import { holdsNumber } from '../../../../client/src/own-field.ts';
import type { OwnField } from '../../../../client/src/own-field.ts';
import { getLocale } from '../../paraglide/runtime.js';
import { Checkbox, inputClass } from '../field.tsx';

type Changing = keyof typeof OWN_FIELDS;

export const hasOwnFields = (operation: Changing): boolean => operation in OWN_FIELDS;

/** The labelled fields that an operation changes, each with the control of its kind. */
export function OwnFields<Name extends Changing>({
  operation,
  record,
  onChange,
}: {
  operation: Name;
  record: object;
  onChange: (change: Partial<Operations[Name]['input']>) => void;
}) {
  const fields = Object.entries<OwnField>(OWN_FIELDS[operation] ?? {});
  if (fields.length === 0) return null;
  const values = record as Readonly<Record<string, unknown>>;
  return (
    <div className="mt-6 flex flex-wrap gap-6">
      {fields.map(([name, field]) => (
        <label key={name} className="grid w-fit gap-1.5 text-14 font-medium">
          {field.label[getLocale()]}
          <Control
            // A value that changes elsewhere replaces what the field shows.
            key={textOf(values[name])}
            field={field}
            value={values[name]}
            onSave={(value) => onChange({ [name]: value } as Partial<Operations[Name]['input']>)}
          />
        </label>
      ))}
    </div>
  );
}

function Control({
  field,
  value,
  onSave,
}: {
  field: OwnField;
  value: unknown;
  onSave: (value: unknown) => void;
}) {
  const { kind, choices, isNullable } = field;
  if (kind === 'boolean') {
    return <Checkbox checked={value === true} onChange={({ target }) => onSave(target.checked)} />;
  }
  const before = textOf(value);
  const save = (text: string) => {
    if (text.trim() !== before) onSave(valueOf(field, text.trim()));
  };
  if (choices) {
    return (
      <select className={inputClass()} value={before} onChange={({ target }) => save(target.value)}>
        {(isNullable || before === '') && <option value="">–</option>}
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  }
  return (
    <input
      className={inputClass()}
      type={kind === 'number' ? 'number' : 'text'}
      step="any"
      defaultValue={before}
      onBlur={({ target }) => save(target.value)}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key === 'Escape') event.currentTarget.value = before;
        if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return value === null || value === undefined ? '' : String(value);
}

/** An empty field of a kind without an empty value changes nothing: `undefined` is not sent. */
function valueOf(field: OwnField, text: string): unknown {
  const { kind, isNullable } = field;
  if (kind === 'list') return text.split(',').flatMap((entry) => entry.trim() || []);
  if (text === '' && (isNullable || kind !== 'text')) return isNullable ? null : undefined;
  return holdsNumber(field) ? Number(text) : text;
}
