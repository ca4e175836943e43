import { Usage } from './command.ts';
import type { Option, CommandContext } from './command.ts';

/** Options that several commands share. */

/** A text option. `Words` are the values that the service accepts. */
export const text = <Words extends string = string>(
  doc: string,
): { kind: 'text'; doc: string; words?: Words } => ({ kind: 'text', doc });
export const number = (doc: string) => ({ kind: 'number', doc }) as const;
export const flag = (doc: string) => ({ kind: 'flag', doc }) as const;
/** An option that may be repeated. */
export const list = (doc: string) => ({ kind: 'list', doc }) as const;

/** An option that sets an input field with another name. */
export function into<const Field extends string, O extends Option>(field: Field, option: O) {
  return { ...option, field };
}

export const LIMIT = { limit: number('The maximum number of results.') };
/** The options of lists. */
export const LIST = {
  ...LIMIT,
  filter: text('Filters as a query string, such as created=this_week&text=boat.'),
};
export const PERIOD = {
  from: into('start_date', text('The first day.')),
  to: into('end_date', text('The last day.')),
};
export const deleted = () => 'Deleted.';

/** Reads standard input when the text is `-`. */
export async function piped<Field extends string, Input extends Record<Field, string>>(
  { terminal }: CommandContext,
  input: Input,
  field: Field,
): Promise<Input> {
  return input[field] === '-' ? { ...input, [field]: await terminal.read() } : input;
}

export function truth(value: string): boolean {
  if (value === 'true' || value === 'false') return value === 'true';
  throw new Usage(`${value} is neither true nor false.`);
}

export function numeric(value: unknown): number {
  const number = Number(value);
  if (String(value).trim() !== '' && Number.isFinite(number)) return number;
  throw new Usage(`${String(value)} is not a number.`);
}
