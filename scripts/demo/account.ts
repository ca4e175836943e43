/** Opens the account for the demo, without a password in the command line. */
import { readClientSettings, readKept } from '../../src/cli/settings.ts';
import { openTerminal } from '../../src/cli/terminal.ts';
import { ApiUser, request } from '../../src/testing/clients/api-user.ts';
import type { Json } from '../../src/testing/clients/api-user.ts';

/** An error that ends the demo. The message of the error is for the user. */
export class DemoError extends Error {}

export interface Account {
  owner: ApiUser;
  me: { name: string; timezone: string };
  /** Ends the session if the demo started it. */
  leave(): Promise<void>;
}

const HOW_TO_SIGN_IN =
  'Sign in first with "commonplace auth login", or set SVC_OWNER_EMAIL and SVC_OWNER_PASSWORD.';

/**
 * Returns the address of the service: the requested address, otherwise the address in the
 * environment, otherwise the address that the signed-in command line uses.
 */
export function addressOf(asked: string | undefined, environment: NodeJS.ProcessEnv): string {
  const { SVC_API_BASE_URL: given, PORT: port } = environment;
  const local = port ? `http://127.0.0.1:${port}` : undefined;
  return asked ?? given ?? local ?? readClientSettings(environment).baseUrl;
}

export async function openAccount(url: string, environment: NodeJS.ProcessEnv): Promise<Account> {
  const kept = await keptSession(url, environment);
  if (kept) return { ...kept, leave: async () => {} };
  const { email, password } = await credentials(environment);
  const { status, body } = await request(url, 'POST', '/v1/auth/sign-in', {
    body: { email, password },
  });
  if (status !== 200) throw new DemoError(`${body.detail} (${email}) ${HOW_TO_SIGN_IN}`);
  const owner = new ApiUser(url, body.token, body.user.id);
  return {
    owner,
    me: body.user,
    leave: async () => void (await owner.call('POST', '/v1/auth/sign-out')),
  };
}

/**
 * Returns the session that `commonplace auth login` stored, but only for the service that issued
 * it.
 */
async function keptSession(
  url: string,
  environment: NodeJS.ProcessEnv,
): Promise<Omit<Account, 'leave'> | null> {
  const { session } = readClientSettings(environment);
  const isGiven = environment['SVC_API_KEY'] === session;
  const { baseUrl } = readKept(environment);
  if (!session || (!isGiven && originOf(baseUrl) !== originOf(url))) return null;
  const { status, body } = await request(url, 'GET', '/v1/auth/me', { token: session });
  return status === 200 ? { owner: new ApiUser(url, session, body.id), me: body } : null;
}

const originOf = (url: string | undefined): string | undefined => URL.parse(url ?? '')?.origin;

async function credentials(environment: NodeJS.ProcessEnv): Promise<Json> {
  const { SVC_OWNER_EMAIL: email, SVC_OWNER_PASSWORD: password } = environment;
  if (email && password) return { email, password };
  if (!process.stdin.isTTY)
    throw new DemoError(`There is no terminal to ask for the password. ${HOW_TO_SIGN_IN}`);
  const terminal = openTerminal();
  return {
    email: email ?? (await terminal.ask('E-mail of your account: ')),
    password: await terminal.ask('Password (not shown): ', true),
  };
}
