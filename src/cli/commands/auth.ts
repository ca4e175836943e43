import { hostname } from 'node:os';
import { DEVELOPER_SCOPES } from '../../core/scopes.ts';
import { createClient } from '../../../client/src/index.ts';
import type { SecurityEvent } from '../../../client/src/index.ts';
import { command, Usage } from '../command.ts';
import { LIMIT, textOption } from '../options.ts';
import { table } from '../table.ts';
import { deleteClientSettings, keepClientSettings, readKept } from '../settings.ts';

export const authCommands = [
  command({
    words: 'auth login',
    summary: 'sign in, and keep a session and a key on this machine',
    options: { url: textOption('The address of the service.') },
    run: async ({ settings, terminal }, { url }) => {
      const baseUrl = url ?? settings.baseUrl;
      const email = await terminal.ask('Address: ');
      const password = await terminal.ask('Password: ', true);
      if (!email || !password) throw new Usage('Signing in needs an address and a password.');
      const { token: session, user } = await createClient({ baseUrl }).signIn({ email, password });
      const { key, id: key_id } = await createClient({ baseUrl, token: session }).createDevKey({
        name: `command line on ${hostname()}`.slice(0, 200),
        scopes: [...DEVELOPER_SCOPES],
      });
      const file = keepClientSettings(terminal.environment, {
        baseUrl,
        session,
        key,
        key_id,
        timezone: user.timezone,
      });
      return { user, file };
    },
    show: ({ user, file }) =>
      `Signed in as ${user.email}. The session and a key for this machine are kept in ${file}.`,
  }),
  command({
    words: 'auth logout',
    summary: 'sign out, and revoke the key of this machine',
    run: async ({ session, terminal }) => {
      const { key_id } = readKept(terminal.environment);
      if (key_id) await session.revokeDevKey({ key_id }).catch(() => {});
      await session.signOut().catch(() => {});
      deleteClientSettings(terminal.environment);
      return { success: true };
    },
    show: () => 'Signed out.',
  }),
  command({
    words: 'auth status',
    summary: 'show the service, and the user or the key',
    run: async ({ client, session, settings, terminal }) => {
      const { baseUrl } = settings;
      const given = terminal.environment['SVC_API_KEY'];
      if (settings.session && (!given || given === settings.session))
        return { baseUrl, user: await session.getMe() };
      return { baseUrl, key: await client.getOwnKey() };
    },
    show: ({ baseUrl, user, key }) =>
      user
        ? `${baseUrl} as ${user.email}`
        : `${baseUrl} with the key “${key?.name}” (${key?.key_prefix}…): ${key?.scopes?.join(', ')}`,
  }),
  command({
    words: 'auth log',
    summary: 'list sign-ins, also failed ones, and what was done to keys and secrets',
    options: {
      ...LIMIT(500),
      event: textOption<SecurityEvent['event']>(
        'Only these, such as sign_in_failed or key_created.',
      ),
    },
    run: ({ session }, input) => session.listSecurityEvents(input),
    show: (events, when) =>
      table(events, {
        TIME: ({ last_at }) => when(last_at),
        EVENT: ({ event, count }) => event.replaceAll('_', ' ') + (count > 1 ? ` (${count})` : ''),
        ADDRESS: ({ ip_address }) => ip_address ?? '',
        NAME: ({ subject, user_agent }) => subject ?? user_agent ?? '',
      }),
  }),
];
