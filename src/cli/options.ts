import type { Client } from '../../client/src/index.ts';
import { holdsNumber } from '../../client/src/own-field.ts';
import { OWN_FIELDS } from '../../client/src/own-fields.ts';
import { Usage } from './command.ts';
import type { Option, CommandContext } from './command.ts';

/** Options that several commands share. */

/** A text option. `Words` are the values that the service accepts. */
export const textOption = <Words extends string = string>(
  doc: string,
): { kind: 'text'; doc: string; words?: Words } => ({ kind: 'text', doc });
export const numberOption = (doc: string) => ({ kind: 'number', doc }) as const;
export const flagOption = (doc: string) => ({ kind: 'flag', doc }) as const;
/** An option that is true or false. */
export const truthOption = (doc: string) => ({ kind: 'truth', doc }) as const;
/** An option that may be repeated. */
export const listOption = (doc: string) => ({ kind: 'list', doc }) as const;

/** An option that sets an input field with another name. */
export function into<const Field extends string, O extends Option>(field: Field, option: O) {
  return { ...option, field };
}

/** The options for the labelled fields of an operation. Their type is empty, because the input takes them as they are. */
export function fieldOptions(operation: keyof typeof OWN_FIELDS): Record<never, Option> {
  const fields = Object.entries(OWN_FIELDS[operation] ?? {});
  return Object.fromEntries(
    fields.map(([field, own]) => {
      const { kind, doc } = own;
      const name = field.replaceAll('_', '-');
      if (kind === 'list') {
        return [name.replace(/s$/, ''), into(field, listOption(`${doc} May be repeated.`))];
      }
      if (kind === 'boolean') return [name, into(field, truthOption(`True or false. ${doc}`))];
      return [name, into(field, holdsNumber(own) ? numberOption(doc) : textOption(doc))];
    }),
  );
}

/** The option of searches and logs, which have no further pages. */
export const LIMIT = (max: number) => ({
  limit: { kind: 'count', max, doc: `The maximum number of results, up to ${max}.` } as const,
});
/** The options of lists. */
export const LIST = {
  limit: { kind: 'count', doc: 'The maximum number of results.' } as const,
  filter: textOption('Filters as a query string, such as created=this_week&text=boat.'),
};
export const PERIOD = {
  from: into('start_date', textOption('The first day.')),
  to: into('end_date', textOption('The last day.')),
};

type Listed = keyof Client['all'];
type Entry<Name extends Listed> =
  ReturnType<Client['all'][Name]> extends AsyncGenerator<infer Item> ? Item : never;

/** Lists as many items as are wanted: the service answers at most a page at once. */
export async function listed<Name extends Listed>(
  client: Client,
  name: Name,
  input: NonNullable<Parameters<Client['all'][Name]>[0]> & { limit?: number },
): Promise<Entry<Name>[]> {
  if (input.limit === undefined) return (await client.page(name, input)).items as Entry<Name>[];
  const items: Entry<Name>[] = [];
  for await (const item of client.all[name](input)) {
    items.push(item as Entry<Name>);
    if (items.length === input.limit) break;
  }
  return items;
}

export const deleted = () => 'Deleted.';

/** Reads standard input when the text is `-`. */
export async function piped<Field extends string, Input extends Record<Field, string>>(
  { terminal }: CommandContext,
  input: Input,
  field: Field,
): Promise<Input> {
  return input[field] === '-' ? { ...input, [field]: await terminal.read() } : input;
}

export function numeric(value: unknown): number {
  const number = Number(value);
  if (String(value).trim() !== '' && Number.isFinite(number)) return number;
  throw new Usage(`${String(value)} is not a number.`);
}
