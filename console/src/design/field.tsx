import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { useValidity } from './forms/validity.ts';

const INPUT =
  'rounded-control border border-control/60 bg-sheet px-3 text-16 hover:border-control ' +
  'focus-visible:outline-offset-0 aria-invalid:border-brick';

export const inputClass = (more = '') => classNames(INPUT, 'h-10 pointer-coarse:h-11', more);

/** A text field with its label, a hint and an error message. */
export function Field({
  label,
  hint,
  problem: refusal,
  beside,
  ...rest
}: ComponentProps<'input'> & {
  label: string;
  hint?: string | undefined;
  problem?: string | undefined;
  /** Content inside the field, at its end. */
  beside?: ReactNode;
}) {
  const id = useId();
  const validity = useValidity(hint);
  const problem = validity.problem || refusal;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-14 font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          className={inputClass(beside ? 'w-full pr-12' : 'w-full')}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem || hint ? `${id}-about` : undefined}
          {...validity.handlers}
          {...rest}
        />
        {beside && <div className="absolute inset-y-0 right-1 flex items-center">{beside}</div>}
      </div>
      {(problem || hint) && (
        <p
          id={`${id}-about`}
          className={classNames('text-13', problem ? 'text-brick' : 'text-ink-2')}
        >
          {problem || hint}
        </p>
      )}
    </div>
  );
}

/** A field without a visible label, in a line with others. Its problem is shown below the line. */
export function InlineField({
  label,
  className = '',
  ...rest
}: ComponentProps<'input'> & { label: string }) {
  const { about, ...own } = useOwnProblem();
  return (
    <>
      <input aria-label={label} className={inputClass(className)} {...own} {...rest} />
      {about}
    </>
  );
}

/** A field that grows with its text. */
export function TextArea({
  label,
  className = '',
  ...rest
}: ComponentProps<'textarea'> & { label: string }) {
  const { about, ...own } = useOwnProblem();
  return (
    <>
      <textarea
        aria-label={label}
        className={classNames(INPUT, 'field-sizing-content w-full resize-none py-2', className)}
        {...own}
        {...rest}
      />
      {about}
    </>
  );
}

/** Returns what a field without a place for its problem needs, and the problem as a paragraph. */
function useOwnProblem() {
  const id = useId();
  const { problem, handlers } = useValidity();
  const isWrong = problem ? true : undefined;
  return {
    ...handlers,
    'aria-invalid': isWrong,
    'aria-describedby': isWrong && id,
    about: isWrong && (
      <p id={id} className="order-last basis-full text-13 text-brick">
        {problem}
      </p>
    ),
  };
}

export function Checkbox({ className = '', ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return <input type="checkbox" className={classNames('checkbox', className)} {...rest} />;
}
