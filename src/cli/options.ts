import { Usage } from './command.ts';
import type { Option, Scene } from './command.ts';

/** What several commands take. */

export const text = (doc: string): Option => ({ kind: 'text', doc });
export const number = (doc: string): Option => ({ kind: 'number', doc });
export const flag = (doc: string): Option => ({ kind: 'flag', doc });

export const LIMIT = { limit: number('How many at most.') };
export const PERIOD: Record<string, Option> = {
  from: { kind: 'text', doc: 'From this day on.', field: 'start_date' },
  to: { kind: 'text', doc: 'Until this day.', field: 'end_date' },
};
export const deleted = () => 'Deleted.';

/** A text of `-` is read from standard input. */
export async function piped(
  { shell }: Scene,
  input: Record<string, unknown>,
  field: string,
): Promise<Record<string, unknown>> {
  return input[field] === '-' ? { ...input, [field]: await shell.read() } : input;
}

export function numeric(value: unknown): number {
  const number = Number(value);
  if (String(value).trim() !== '' && Number.isFinite(number)) return number;
  throw new Usage(`${String(value)} is not a number.`);
}
