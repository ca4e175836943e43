import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

type Look = 'primary' | 'quiet' | 'plain' | 'danger';

const LOOKS: Record<Look, string> = {
  primary: 'bg-ink text-paper hover:opacity-85',
  quiet: 'border border-control/60 hover:border-ink',
  plain: 'text-ink-2 hover:text-ink hover:bg-sunken',
  danger: 'border border-brick text-brick hover:bg-brick hover:text-paper',
};
const SHAPE =
  'inline-flex min-h-9 items-center justify-center gap-2 rounded-control px-3.5 text-14 font-medium ' +
  'transition-[opacity,background-color,border-color,color] duration-[120ms] pointer-coarse:min-h-11 ' +
  'disabled:opacity-50 whitespace-nowrap';

/** More classes for a button whose text may be longer than a line of a phone. */
export const MANY_LINES = 'h-auto max-w-full py-2 text-left wrap-anywhere whitespace-normal!';

/** The class of a button, for links that look like one. */
export const buttonClass = (look: Look = 'quiet', more = '') =>
  classNames(SHAPE, LOOKS[look], more);

export function Button({
  look = 'quiet',
  type = 'button',
  className = '',
  isBusy = false,
  disabled = false,
  ...rest
}: ComponentProps<'button'> & {
  look?: Look;
  /** True while the service works on what the button asked for. */
  isBusy?: boolean;
}) {
  return (
    <button
      type={type}
      aria-busy={isBusy || undefined}
      disabled={disabled || isBusy}
      className={buttonClass(look, className)}
      {...rest}
    />
  );
}

/** The class of an icon button, for links that look like one. */
export const iconButtonClass = (more = '') =>
  classNames(
    'grid size-9 flex-none place-items-center rounded-control text-ink-2 transition-colors',
    'duration-[120ms] hover:bg-sunken hover:text-ink aria-pressed:text-ember disabled:opacity-50 pointer-coarse:size-11',
    more,
  );

/** A button with only an icon. The label is read aloud and appears on hover. */
export function IconButton({
  label,
  children,
  className = '',
  ...rest
}: Omit<ComponentProps<'button'>, 'children'> & { label: string; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={iconButtonClass(className)}
      {...rest}
    >
      {children}
    </button>
  );
}
