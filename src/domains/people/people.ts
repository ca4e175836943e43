import { z } from 'zod';
import { Conflict, NotFound } from '../../core/errors.ts';
import { comparable, textKey } from '../../core/text.ts';
import { limit, UUID } from '../../core/wire.ts';
import { StatusOk, Success } from '../../kit/acknowledgement.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { cutPage, pageOf, paging } from '../../kit/page.ts';
import { lastWords } from '../transcripts/secrets/masked-texts.ts';
import { selectKnownSeconds } from '../voices/speaker-prints.ts';
import { isTaken } from '../../storage/violations.ts';
import * as sql from './people.sql.ts';
import type { PersonRow } from './people.sql.ts';
import { newPersonId } from './person-colours.ts';
import { personFilters } from './person-filters.ts';
import { Person, PersonCreate, PersonName, PersonPatch } from './person.ts';

const Samples = {
  include_speech_samples: z
    .boolean()
    .optional()
    .describe('Accepted for older clients; the answer always contains samples.'),
};

export type { PersonRow } from './people.sql.ts';

export const listPeople = defineOperation({
  name: 'listPeople',
  summary: 'List people in the order of creation',
  description: 'You can assign segments of conversations to these people.',
  scope: 'conversations:read',
  effect: 'read',
  input: z.object({
    limit: limit({ fallback: 1000, max: 1000 }),
    ...paging,
    ...personFilters.input,
    ...Samples,
  }),
  output: pageOf(Person),
  run: async (context, { limit, offset, ...input }) => {
    const list = await personFilters.list(context, input);
    const page = { limit: limit + 1, offset };
    const rows = await sql.selectPeople(context.db, userOf(context), list, page);
    const cut = cutPage(rows, limit, list.positionOf);
    return { ...cut, items: await withVoices(context, cut.items) };
  },
});

export const getPerson = defineOperation({
  name: 'getPerson',
  summary: 'Get one person',
  description: "Includes the seconds of speech in the person's voiceprint.",
  scope: 'conversations:read',
  effect: 'read',
  input: z.object({ person_id: z.string(), ...Samples }),
  output: Person,
  run: async (context, { person_id }) => withVoice(context, await findPerson(context, person_id)),
});

export const createPerson = defineOperation({
  name: 'createPerson',
  summary: 'Add a person',
  description: 'Segments that are assigned to the person show this name. Each name is unique.',
  scope: 'conversations:write',
  effect: 'write',
  input: PersonCreate,
  output: Person,
  run: async (context, { name }) => {
    const { person, isNew } = await ensurePerson(context, name);
    return isNew ? person : alreadyThere(person);
  },
});

export const updatePerson = defineOperation({
  name: 'updatePerson',
  summary: 'Change the name of a person',
  description: 'The new name appears in all conversations, including past ones.',
  scope: 'conversations:write',
  effect: 'write',
  input: PersonPatch,
  output: Person,
  run: async (context, { person_id, name }) =>
    withVoice(context, await rename(context, person_id, name)),
});

export const renamePerson = defineOperation({
  name: 'renamePerson',
  summary: 'Change the name of a person',
  description: 'The new name appears in all conversations, including past ones.',
  scope: 'conversations:write',
  effect: 'write',
  input: z.object({ person_id: z.string(), value: PersonName.describe('The new name.') }),
  output: StatusOk,
  run: async (context, { person_id, value }) => {
    await rename(context, person_id, value);
    return { status: 'ok' as const };
  },
});

const PersonRemoval = z.object({ person_id: z.string() });

export const deletePerson = defineOperation({
  name: 'deletePerson',
  summary: 'Delete a person',
  description: 'The segments of the person stay, without the name.',
  scope: 'conversations:write',
  effect: 'destroy',
  input: PersonRemoval,
  output: Success,
  run: async (context, { person_id }) => {
    await remove(context, person_id);
    return { success: true as const };
  },
});

const MAX_SAMPLES = 5;

/** Adds to each person the state of their voice and samples of their words. */
async function withVoices(context: Context, rows: readonly PersonRow[]) {
  const user_id = userOf(context);
  const people = rows.map(({ id }) => id);
  const [seconds, spoken] = await Promise.all([
    selectKnownSeconds(context.db, user_id, people),
    lastWords(context, { people, most: MAX_SAMPLES }),
  ]);
  return rows.map((row) => ({
    ...row,
    speech_sample_transcripts: spoken.get(row.id) ?? [],
    voice_seconds: Math.round(10 * (seconds.get(row.id) ?? 0)) / 10,
  }));
}

export async function withVoice(context: Context, row: PersonRow) {
  const [person] = await withVoices(context, [row]);
  return person!;
}

/** A limit above the number of people that any user has added. */
const MAX_PEOPLE = 1000;

/** Returns all people whom the user added, in the order of creation. */
export async function allPeople(context: Context): Promise<PersonRow[]> {
  const list = await personFilters.list(context, {});
  return sql.selectPeople(context.db, userOf(context), list, { limit: MAX_PEOPLE, offset: 0 });
}

export async function seekPerson(context: Context, id: string): Promise<PersonRow | undefined> {
  return UUID.test(id) ? sql.selectPerson(context.db, userOf(context), id) : undefined;
}

export async function seekPersonByName(
  context: Context,
  name: string,
): Promise<PersonRow | undefined> {
  return sql.selectPersonByName(context.db, userOf(context), keyOf(name));
}

/** Throws NotFound for ids that are malformed, unknown or of another user. */
export async function findPerson(context: Context, id: string): Promise<PersonRow> {
  return (await seekPerson(context, id)) ?? personNotFound();
}

export function personNotFound(): never {
  throw new NotFound('Person not found');
}

/** Returns the given ids that belong to people of the user. */
export async function knownPeople(
  context: Context,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  return new Set(await sql.selectKnownIds(context.db, userOf(context), ids));
}

/** Returns the person with this name; adds the person if necessary. */
export async function ensurePerson(
  context: Context,
  name: string,
): Promise<{ person: PersonRow; isNew: boolean }> {
  const user_id = userOf(context);
  const now = context.clock.now();
  const name_key = keyOf(name);
  const known = await sql.selectPersonByName(context.db, user_id, name_key);
  if (known) return { person: known, isNew: false };
  const id = await newPersonId(context);
  const row = { user_id, id, name, name_key, created_at: now, updated_at: now };
  const added = await sql.insertPerson(context.db, row);
  if (added) return { person: added, isNew: true };
  const person = await sql.selectPersonByName(context.db, user_id, name_key);
  if (!person) throw new Conflict('A person with this name is being deleted right now. Try again.');
  return { person, isNew: false };
}

async function rename(context: Context, id: string, name: string): Promise<PersonRow> {
  const user_id = userOf(context);
  const person = await findPerson(context, id);
  const name_key = keyOf(name);
  const other = await sql.selectPersonByName(context.db, user_id, name_key);
  if (other && other.id !== person.id) alreadyThere(other);
  const updated_at = context.clock.now();
  const row = await sql
    .updatePersonRow(context.db, user_id, person.id, { name, name_key, updated_at })
    .catch((error) => (isTaken(error) ? alreadyThere({ name }) : Promise.reject(error)));
  return row ?? personNotFound();
}

async function remove(context: Context, id: string): Promise<void> {
  const deleted = UUID.test(id) && (await sql.deletePersonRow(context.db, userOf(context), id));
  if (!deleted) personNotFound();
}

function keyOf(name: string): Buffer {
  return textKey(comparable(name));
}

function alreadyThere({ name, id }: { name: string; id?: string }): never {
  throw new Conflict(`A person named '${name}' already exists${id ? ` (${id})` : ''}.`);
}
