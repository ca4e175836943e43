/** Opens a folder as a mirror of the account of the key. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '../../../client/src/index.ts';
import type { Client } from '../../../client/src/index.ts';
import { lockProcess } from '../../core/process-lock.ts';
import { Usage } from '../command.ts';
import { isZone } from '../times.ts';
import { WATCHED_KINDS } from './feed.ts';
import { MirrorFolder, OWN_FOLDER } from './folder.ts';
import type { MirrorOptions, MirrorParts } from './parts.ts';
import { zoneOf } from './text/records.ts';
import { readState, removeParts, requireOwnFolder } from './state.ts';
import type { MirrorState } from './state.ts';

export interface OpenMirror extends AsyncDisposable {
  parts: MirrorParts;
}

export async function openMirror(
  path: string,
  {
    client,
    timezone,
    intoExisting,
    say,
    ...options
  }: MirrorOptions & {
    client: Client;
    timezone: string | undefined;
    intoExisting: boolean;
    say(text: string): void;
  },
): Promise<OpenMirror> {
  mkdirSync(path, { recursive: true });
  const folder = new MirrorFolder(path);
  requireOwnFolder(folder, { intoExisting });
  const lock = await lockProcess(join(folder.root, OWN_FOLDER, 'lock'));
  if (!lock) throw new Usage(`Another mirror is already running on ${folder.root}.`);
  try {
    removeParts(folder);
    const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const zone = timezone && isZone(timezone) ? timezone : ownZone;
    const state = readState(folder, zone);
    await requireAccount(client, state, folder.root);
    const parts: MirrorParts = {
      client,
      folder,
      state,
      options,
      say,
      scan: folder.scan(),
      zone: zoneOf(state.timezone),
      dirty: new Set(state.dirty),
      moved: new Set(),
      isChanged: true,
      counts: { written: 0, sent: 0, kept: 0 },
    };
    return { parts, [Symbol.asyncDispose]: () => lock[Symbol.asyncDispose]() };
  } catch (error) {
    await lock[Symbol.asyncDispose]();
    throw error;
  }
}

const SAMPLES = 5;

/**
 * A key does not say whose it is. Ids of records are unique, so an account that has none of the
 * records of the folder is another one.
 */
async function requireAccount(
  client: Client,
  { records }: MirrorState,
  root: string,
): Promise<void> {
  const known = {
    conversation: Object.keys(records.conversation),
    person: Object.keys(records.person),
    memory: Object.keys(records.memory),
    task: Object.keys(records.task),
  };
  const all = new Set(Object.values(known).flat());
  if (all.size === 0) return;
  const reads = [
    ...known.conversation
      .slice(-SAMPLES)
      .map((id) => () => client.getConversation({ conversation_id: id })),
    ...known.person.slice(-SAMPLES).map((id) => () => client.getPerson({ person_id: id })),
    ...known.memory.slice(-SAMPLES).map((id) => () => client.getMemory({ memory_id: id })),
    ...known.task.slice(-SAMPLES).map((id) => () => client.getActionItem({ action_item_id: id })),
  ];
  for (const read of reads) if (await exists(read)) return;
  for await (const id of allIds(client)) if (all.has(id)) return;
  throw new Usage(
    `${root} mirrors another account: the account of this key has none of its records. ` +
      'Use another folder, or the key of that account.',
  );
}

async function exists(read: () => Promise<unknown>): Promise<boolean> {
  try {
    await read();
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false;
    throw error;
  }
}

async function* allIds(client: Client): AsyncGenerator<string> {
  for (let cursor: string | undefined; ;) {
    const given = { kinds: WATCHED_KINDS, limit: 500, ...(cursor !== undefined && { cursor }) };
    const page = await client.listChanges(given);
    for (const { id } of page.items) yield id;
    if (!page.has_more) return;
    cursor = page.next_cursor;
  }
}
