/** Outside services from which the service reads for a user, or to which it writes. */
import { z } from 'zod';
import { Conflict, Invalid, NotFound, Unrecognised } from '../../core/errors.ts';
import { UUID } from '../../core/wire.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation, may, NoInput } from '../../kit/operation.ts';
import { problemsOf } from '../../kit/problems.ts';
import { transaction } from '../../storage/transaction.ts';
import type { HookTokens } from './connection-hooks.ts';
import type { ConnectionKind, OpenConnection } from './connection-kind.ts';
import {
  Connection,
  ConnectionCreate,
  ConnectionKindView,
  ConnectionPatch,
  MAX_CONNECTIONS,
} from './connection.ts';
import { openConnection } from './connection-runner.ts';
import type { ConnectionParts, ConnectionRunner } from './connection-runner.ts';
import { logConnection } from './connection-log.ts';
import * as sql from './connections.sql.ts';
import type { ConnectionRow, LeftOut } from './connections.sql.ts';
import { Hindered, KeyRefused, requireServiceAddress } from './service-request.ts';

const Id = z.object({ connection_id: z.string() });

export const HOOK_PATH = '/v1/connection-hooks/{kind}/{token}';

export interface ConnectionOperationParts extends ConnectionParts {
  runner: Pick<ConnectionRunner, 'nudge'>;
  hooks: HookTokens;
  /** The public address of this service, without a trailing slash. */
  site(): string;
}

/** Reads the kinds, and needs no database. */
export function listKinds(parts: ConnectionOperationParts) {
  return defineOperation({
    name: 'listConnectionKinds',
    summary: 'List the kinds of outside services that can be connected',
    scope: 'webhooks:read',
    effect: 'read',
    input: NoInput,
    output: z.array(ConnectionKindView),
    run: async () => parts.kinds.map((kind) => ({ ...kind, fields: [...kind.fields] })),
  });
}

export function listConnections(parts: ConnectionOperationParts) {
  return defineOperation({
    name: 'listConnections',
    summary: 'List the outside services that are connected, in the order of creation',
    description: 'Tells what came, what failed, and when the next run is. Never returns keys.',
    scope: 'webhooks:read',
    effect: 'read',
    input: NoInput,
    output: z.array(Connection),
    run: async (context) => {
      const rows = await sql.selectConnections(context.db, userOf(context));
      return rows.map((row) => toView(context, parts, row));
    },
  });
}

export function createConnection(parts: ConnectionOperationParts) {
  return defineOperation({
    name: 'createConnection',
    summary: 'Connect an outside service',
    description:
      'Tries the key once, and refuses one that the service refuses. The first run begins at ' +
      `once. A user may have ${MAX_CONNECTIONS} connections.`,
    scope: 'webhooks:write',
    effect: 'write',
    waits: true,
    input: ConnectionCreate,
    output: Connection,
    run: async (context, { kind: name, ...given }) => {
      const kind = kindOf(parts, name);
      const address = given.address ?? kind.address;
      if (address === null) throw new Invalid('address is required for this kind.');
      const now = context.clock.now();
      const row = {
        user_id: userOf(context),
        id: context.newId(),
        kind: kind.kind,
        name: given.name ?? kind.title,
        address: requireServiceAddress(address, parts.settings.allowPrivate),
        secret: parts.seal.close(given.secret.trim()),
        settings: settingsOf(kind, given.settings),
        cursor: {},
        created_at: now,
        updated_at: now,
        next_run_at: now,
      };
      await tryOut(context, parts, row);
      const isAdded = await transaction(context.db, async (db) => {
        const isRoom = await sql.insertConnection(db, row, MAX_CONNECTIONS);
        if (isRoom) await logConnection({ ...context, db }, 'connection_added', row);
        return isRoom;
      });
      if (!isAdded) {
        throw new Conflict(`You already have ${MAX_CONNECTIONS} connections. Delete one first.`);
      }
      parts.runner.nudge();
      return find(context, parts, row.id);
    },
  });
}

export function updateConnection(parts: ConnectionOperationParts) {
  return defineOperation({
    name: 'updateConnection',
    summary: 'Change, pause or resume a connection',
    description:
      'A new key or address is tried once; an address on another host needs the key again. ' +
      'Afterwards the next run begins at once, and continues ' +
      'where the last one stopped.',
    scope: 'webhooks:write',
    effect: 'write',
    waits: true,
    input: ConnectionPatch,
    output: Connection,
    run: async (context, { connection_id, name, address, secret, settings, paused }) => {
      const before = await findRow(context, connection_id);
      const kind = kindOf(parts, before.kind);
      const isOther = address !== undefined || secret !== undefined || settings !== undefined;
      const place =
        address === undefined
          ? before.address
          : requireServiceAddress(address, parts.settings.allowPrivate);
      // Otherwise whoever may change a connection could have its key sent to a host of their own.
      if (new URL(place).origin !== new URL(before.address).origin && secret === undefined) {
        throw new Invalid('secret is required with an address on another host.');
      }
      const changed = {
        address: place,
        secret: secret === undefined ? before.secret : parts.seal.close(secret.trim()),
        settings: settings ? settingsOf(kind, settings) : before.settings,
      };
      if (isOther) await tryOut(context, parts, { ...before, ...changed });
      const now = context.clock.now();
      const change = {
        ...(name !== undefined && { name }),
        ...(isOther && changed),
        ...(paused !== undefined && { enabled: !paused }),
        ...((isOther || paused === false) && { next_run_at: now, problem: null, failures: 0 }),
        updated_at: now,
      };
      await transaction(context.db, async (db) => {
        await sql.updateConnectionRow(db, before, change);
        if (secret === undefined && place === before.address) return;
        await logConnection({ ...context, db }, 'connection_key_changed', {
          ...before,
          ...changed,
        });
      });
      parts.runner.nudge();
      return find(context, parts, connection_id);
    },
  });
}

export function runConnection(parts: ConnectionOperationParts) {
  return defineOperation({
    name: 'runConnection',
    summary: 'Run a connection now',
    description: 'The run is in the background. Follow it with `listConnections`.',
    scope: 'webhooks:write',
    effect: 'write',
    input: Id.extend({
      from_start: z
        .boolean()
        .default(false)
        .describe('True to read everything again. What came before does not come twice.'),
    }),
    output: Connection,
    run: async (context, { connection_id, from_start }) => {
      const row = await findRow(context, connection_id);
      if (!row.enabled) throw new Conflict('The connection is paused. Resume it first.');
      const next_run_at = context.clock.now();
      if (from_start) await sql.updateConnectionRow(context.db, row, { next_run_at, cursor: {} });
      else await sql.askForRun(context.db, row, next_run_at);
      parts.runner.nudge();
      return find(context, parts, connection_id);
    },
  });
}

export const removeConnection = defineOperation({
  name: 'deleteConnection',
  summary: 'Delete a connection with its key',
  description: 'What came by it stays, except the meetings of a calendar.',
  scope: 'webhooks:write',
  effect: 'destroy',
  input: Id,
  output: z.object({}),
  run: async (context, { connection_id: id }) => {
    const row = await findRow(context, id);
    await transaction(context.db, async (db) => {
      if (!(await sql.deleteConnection(db, row))) notFound();
      await logConnection({ ...context, db }, 'connection_removed', row);
    });
    return {};
  },
});

function settingsOf(kind: ConnectionKind, given: Record<string, unknown>): Record<string, unknown> {
  const { data, error } = kind.settings.safeParse(given, { reportInput: true });
  if (data) return data;
  const problems = problemsOf(error!);
  throw new Invalid(
    'The settings do not fit.',
    problems.map((each) => ({ ...each, loc: ['settings', ...each.loc] })),
  );
}

function kindOf({ kinds }: ConnectionParts, name: string): ConnectionKind {
  const kind = kinds.find((each) => each.kind === name);
  if (kind) return kind;
  throw new Unrecognised(`kind must be one of ${kinds.map((each) => each.kind).join(', ')}.`);
}

type Ask<Result> = (kind: ConnectionKind, connection: OpenConnection) => Promise<Result>;

/** Asks the service of a connection. The user sees at once what is wrong, such as a refused key. */
export async function askConnection<Result>(
  context: Context,
  parts: ConnectionParts,
  { id, ask }: { id: string; ask: Ask<Result> },
): Promise<Result> {
  return askFor(context, parts, await findRow(context, id), ask);
}

async function askFor<Result>(
  context: Context,
  parts: ConnectionParts,
  row: Parameters<typeof openConnection>[0] & { kind: string },
  ask: Ask<Result>,
): Promise<Result> {
  const kind = kindOf(parts, row.kind);
  const now = () => context.clock.now();
  try {
    return await ask(kind, openConnection(row, { ...parts, now, stopping: context.signal }));
  } catch (error) {
    const isSaid = error instanceof KeyRefused || error instanceof Hindered;
    throw isSaid ? new Invalid(`${kind.title}: ${error.message}`) : error;
  }
}

/** Tries the key once. */
function tryOut(
  context: Context,
  parts: ConnectionParts,
  row: Parameters<typeof openConnection>[0] & { kind: string },
): Promise<void> {
  return askFor(context, parts, row, (kind, connection) => kind.check(context, connection));
}

function toView(
  context: Context,
  { kinds, hooks, site }: ConnectionOperationParts,
  row: ConnectionRow & LeftOut,
): z.input<typeof Connection> {
  const { id, kind } = row;
  const hasHook = kinds.some((each) => each.kind === kind && each.hasHook);
  const path = HOOK_PATH.replace('{kind}', kind).replace('{token}', hooks.tokenOf(id));
  return {
    ...row,
    settings: row.settings as Record<string, unknown>,
    status: statusOf(row, context.clock.now()),
    hook_url: hasHook && may(context, 'webhooks:write') ? site() + path : null,
  };
}

function statusOf({ enabled, next_run_at, claimed_until }: ConnectionRow, now: Date) {
  if (!enabled) return 'paused' as const;
  if (claimed_until && claimed_until > now) return 'running' as const;
  return next_run_at ? ('waiting' as const) : ('stopped' as const);
}

async function find(
  context: Context,
  parts: ConnectionOperationParts,
  id: string,
): Promise<z.input<typeof Connection>> {
  const rows = await sql.selectConnections(context.db, userOf(context));
  const row = rows.find((each) => each.id === id) ?? notFound();
  return toView(context, parts, row);
}

async function findRow(context: Context, id: string): Promise<ConnectionRow> {
  const key = { user_id: userOf(context), id };
  return (UUID.test(id) ? await sql.selectConnection(context.db, key) : undefined) ?? notFound();
}

function notFound(): never {
  throw new NotFound('Connection not found');
}
