import type { ReactNode } from 'react';
import * as m from '../../paraglide/messages.js';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { Checkbox } from '../field.tsx';

/** The fields of a record, with a button that saves them and one that closes the form. */
export function Form({
  submit,
  isBlocked = false,
  isBusy = false,
  className = 'max-w-[480px]',
  onSubmit,
  onCancel,
  children,
}: {
  /** The text of the button that saves. */
  submit: string;
  /** True while the form cannot be saved. */
  isBlocked?: boolean;
  /** True while the service saves. */
  isBusy?: boolean;
  className?: string;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
}) {
  return (
    <form
      className={classNames('grid gap-4', className)}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlocked && !isBusy) onSubmit();
      }}
    >
      {children}
      <FormButtons {...{ submit, isBlocked, isBusy, onCancel }} />
    </form>
  );
}

/** The buttons that end a form. */
export function FormButtons({
  submit,
  isBlocked = false,
  isBusy = false,
  onCancel,
}: {
  submit: string;
  isBlocked?: boolean;
  isBusy?: boolean;
  onCancel: () => void;
}) {
  return (
    <div className="flex gap-2">
      <Button type="submit" look="primary" disabled={isBlocked} isBusy={isBusy}>
        {submit}
      </Button>
      <Button look="plain" onClick={onCancel}>
        {m.cancel()}
      </Button>
    </div>
  );
}

/** A checkbox with its text. */
export function Choice({
  label,
  isChosen,
  isDisabled = false,
  onChange,
}: {
  label: string;
  isChosen: boolean;
  isDisabled?: boolean;
  onChange: (isChosen: boolean) => void;
}) {
  return (
    <label className="flex min-h-8 items-center gap-3 text-14">
      <Checkbox
        checked={isChosen}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  );
}

/** A group of checkboxes, any number of which can be ticked. */
export function Choices<Value extends string>({
  legend,
  options,
  chosen,
  isFixed = () => false,
  onChange,
}: {
  legend: string;
  options: readonly (readonly [Value, string])[];
  chosen: readonly Value[];
  /** Returns whether another choice includes this one, so that it is ticked and cannot be changed. */
  isFixed?: (value: Value) => boolean;
  onChange: (chosen: readonly Value[]) => void;
}) {
  if (options.length === 0) return null;
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1.5 text-14 font-medium">{legend}</legend>
      {options.map(([value, label]) => (
        <Choice
          key={value}
          label={label}
          isChosen={isFixed(value) || chosen.includes(value)}
          isDisabled={isFixed(value)}
          onChange={(isChosen) =>
            onChange(isChosen ? [...chosen, value] : chosen.filter((each) => each !== value))
          }
        />
      ))}
    </fieldset>
  );
}
