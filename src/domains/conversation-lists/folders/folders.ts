import { z } from 'zod';
import { Conflict, Invalid, NotFound, Unrecognised } from '../../../core/errors.ts';
import { comparable, textKey } from '../../../core/text.ts';
import { UUID } from '../../../core/wire.ts';
import { StatusOk, Success } from '../../../kit/acknowledgement.ts';
import { userOf } from '../../../kit/context.ts';
import type { Context } from '../../../kit/context.ts';
import { defineOperation, NoInput } from '../../../kit/operation.ts';
import { transaction } from '../../../storage/transaction.ts';
import { isDangling, isTaken } from '../../../storage/violations.ts';
import {
  DeveloperFolder,
  Folder,
  FolderCreate,
  FolderPatch,
  MAX_CUSTOM,
  MAX_REORDERED,
  SYSTEM_FOLDERS,
} from './folder.ts';
import * as sql from './folders.sql.ts';
import { moveConversationsOut } from '../../conversations/filing.ts';
import type { CountedFolder, FolderRow } from './folders.sql.ts';

export const listFolders = defineOperation({
  name: 'listFolders',
  summary: "List folders, in the user's order",
  description:
    'Does not create folders, so the list is empty for users who never opened the folders ' +
    'in an app.',
  scope: 'conversations:read',
  effect: 'read',
  input: NoInput,
  output: z.array(DeveloperFolder),
  run: (context) => sql.selectFolders(context.db, userOf(context)),
});

export const listOwnFolders = defineOperation({
  name: 'listOwnFolders',
  summary: "List folders, in the user's order",
  description: `The first request creates the folders ${SYSTEM_FOLDERS.map(({ name }) => name).join(', ')}.`,
  scope: 'conversations:read',
  effect: 'read',
  input: NoInput,
  output: z.array(Folder),
  run: async (context) => {
    const folders = await sql.selectFolders(context.db, userOf(context));
    if (folders.some(({ is_system }) => is_system)) return folders;
    await giveSystemFolders(context);
    return sql.selectFolders(context.db, userOf(context));
  },
});

export const getFolder = defineOperation({
  name: 'getFolder',
  summary: 'Get one folder',
  description: 'Includes the number of its completed conversations.',
  scope: 'conversations:read',
  effect: 'read',
  input: z.object({ folder_id: z.string() }),
  output: Folder,
  run: (context, { folder_id }) => findFolder(context, folder_id),
});

export const createFolder = defineOperation({
  name: 'createFolder',
  summary: 'Create a folder',
  description: `The new folder comes last. A user may create ${MAX_CUSTOM}.`,
  scope: 'conversations:write',
  effect: 'write',
  input: FolderCreate,
  output: Folder,
  run: (context, given) =>
    transaction(context.db, async (tx) => {
      await sql.lockFolders(tx, userOf(context));
      const { custom, next_order: order } = await sql.countFolders(tx, userOf(context));
      if (custom >= MAX_CUSTOM) {
        throw new Unrecognised(`You already have ${MAX_CUSTOM} folders. Delete one first.`);
      }
      const [row] = await sql.insertFolders(tx, [newRow(context, { ...given, order })]);
      return row ? { ...row, conversation_count: 0 } : nameTaken(given.name);
    }),
});

export const updateFolder = defineOperation({
  name: 'updateFolder',
  summary: 'Change a folder',
  description: 'You cannot rename the folders that every user has.',
  scope: 'conversations:write',
  effect: 'write',
  input: FolderPatch,
  output: Folder,
  run: (context, { folder_id, ...change }) => {
    if (Object.values(change).every((value) => value === undefined)) {
      throw new Invalid('At least one field must be provided');
    }
    const { name } = change;
    return transaction(context.db, async (tx) => {
      const inside = { ...context, db: tx };
      const folder = await findFolder(inside, folder_id);
      if (folder.is_system && name !== undefined && name !== folder.name) {
        throw new Unrecognised('System folders cannot be renamed.');
      }
      await sql
        .updateFolderRow(tx, userOf(context), folder_id, {
          ...change,
          ...(name !== undefined && { name_key: textKey(comparable(name)) }),
          updated_at: context.clock.now(),
        })
        .catch((error) => (isTaken(error) ? nameTaken(name!) : Promise.reject(error)));
      return findFolder(inside, folder_id);
    });
  },
});

const FolderRemoval = z.object({
  folder_id: z.string(),
  move_to_folder_id: z
    .string()
    .optional()
    .describe(
      'The folder that receives the conversations. Default: the default folder, if it exists.',
    ),
});

export const deleteFolder = defineOperation({
  name: 'deleteFolder',
  summary: 'Delete a folder',
  description:
    'The conversations in it are kept. You cannot delete the folders that every user has.',
  scope: 'conversations:write',
  effect: 'destroy',
  input: FolderRemoval,
  output: Success,
  run: async (context, input) => {
    await removeFolder(context, input);
    return { success: true as const };
  },
});

export const reorderFolders = defineOperation({
  name: 'reorderFolders',
  summary: 'Reorder folders',
  description: 'Folders that are not in the list follow in their current order.',
  scope: 'conversations:write',
  effect: 'write',
  input: z
    .strictObject({
      folder_ids: z
        .array(z.string())
        .min(1)
        .max(MAX_REORDERED)
        .describe('The ids of the folders, in the new order.'),
    })
    .meta({ id: 'FolderOrder' }),
  output: StatusOk,
  run: (context, { folder_ids }) =>
    transaction(context.db, async (tx) => {
      const folders = await sql.selectFolders(tx, userOf(context));
      refuseUnknown(folder_ids, folders);
      await sql.updateFolderOrder(tx, userOf(context), folder_ids, context.clock.now());
      return { status: 'ok' as const };
    }),
});

/** Throws NotFound for ids that are malformed, unknown or of another user. */
export async function findFolder(context: Context, id: string): Promise<CountedFolder> {
  const row = UUID.test(id) ? await sql.selectFolder(context.db, userOf(context), id) : undefined;
  return row ?? folderNotFound();
}

export function folderNotFound(): never {
  throw new NotFound('Folder not found');
}

async function removeFolder(
  context: Context,
  { folder_id, move_to_folder_id: to }: z.output<typeof FolderRemoval>,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const inside = { ...context, db: tx };
    const { id, is_system } = await findFolder(inside, folder_id);
    if (is_system) throw new Unrecognised('System folders cannot be deleted.');
    const target = to === undefined ? null : (await findFolder(inside, to)).id;
    if (target === id) throw new Invalid('A folder cannot move its conversations to itself.');
    const now = context.clock.now();
    await moveConversationsOut(tx, userOf(context), id, { to: target, now }).catch((error) =>
      isDangling(error) ? folderNotFound() : Promise.reject(error),
    );
    await sql.deleteFolderRow(tx, userOf(context), id);
  });
}

/** Adds the system folders. Simultaneous requests are harmless, because names are unique. */
async function giveSystemFolders(context: Context): Promise<void> {
  const { next_order } = await sql.countFolders(context.db, userOf(context));
  const rows = SYSTEM_FOLDERS.map(({ category, is_default, ...folder }, index) => ({
    ...newRow(context, { ...folder, order: next_order + index, category_mapping: category }),
    is_default,
    is_system: true,
  }));
  await sql.insertFolders(context.db, rows);
}

function newRow(
  context: Context,
  given: Pick<FolderRow, 'name' | 'color' | 'icon' | 'order'> & {
    description?: string | null | undefined;
    category_mapping?: FolderRow['category_mapping'] | undefined;
  },
): FolderRow {
  const now = context.clock.now();
  return {
    user_id: userOf(context),
    id: context.newId(),
    name: given.name,
    name_key: textKey(comparable(given.name)),
    description: given.description ?? null,
    color: given.color,
    icon: given.icon,
    order: given.order,
    is_default: false,
    is_system: false,
    category_mapping: given.category_mapping ?? null,
    created_at: now,
    updated_at: now,
  };
}

function refuseUnknown(ids: readonly string[], folders: readonly FolderRow[]): void {
  const problems = ids.flatMap((id, index) =>
    folders.some((folder) => folder.id === id.toLowerCase())
      ? []
      : [{ loc: ['folder_ids', index], msg: 'Folder not found', type: 'value_error' }],
  );
  if (problems.length > 0) throw new Invalid('Some folders do not exist.', problems);
}

function nameTaken(name: string): never {
  throw new Conflict(`A folder named '${name}' already exists. Choose another name.`);
}
