import { createClient } from '../../client/src/index.ts';
import { command, Usage } from './command.ts';
import { forgetClientSettings, keepClientSettings } from './settings.ts';

export const authCommands = [
  command({
    words: 'auth login',
    summary: 'sign in, and stay signed in on this machine',
    options: { url: { kind: 'text', doc: 'Where the service is.' } },
    run: async ({ settings, shell }, { url }) => {
      const baseUrl = String(url ?? settings.baseUrl);
      const email = await shell.ask('Address: ');
      const password = await shell.ask('Password: ', true);
      if (!email || !password) throw new Usage('Signing in needs an address and a password.');
      const { token, user } = await createClient({ baseUrl }).signIn({ email, password });
      const file = keepClientSettings(shell.environment, { baseUrl, token });
      return { user, file };
    },
    show: ({ user, file }) => `Signed in as ${user.email}. The session is kept in ${file}.`,
  }),
  command({
    words: 'auth logout',
    summary: 'end that session',
    run: async ({ client, shell }) => {
      await client.signOut().catch(() => {});
      forgetClientSettings(shell.environment);
      return { success: true };
    },
    show: () => 'Signed out.',
  }),
  command({
    words: 'auth status',
    summary: 'which service, and as whom',
    run: async ({ client, settings }) => {
      const { baseUrl, token = '' } = settings;
      if (token.startsWith('svc_ses_')) return { baseUrl, user: await client.getMe() };
      return { baseUrl, key: await client.getOwnKey() };
    },
    show: ({ baseUrl, user, key }) =>
      user
        ? `${baseUrl} as ${user.email}`
        : `${baseUrl} with the key “${key?.name}” (${key?.key_prefix}…): ${key?.scopes?.join(', ')}`,
  }),
];
