import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes } from 'node:crypto';
import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import type { Db } from '../../storage/database.ts';
import { Conflict } from '../../core/errors.ts';
import { selectPassword, selectUser } from './accounts.sql.ts';
import { openHashing } from './hashing.ts';
import { MIN_PASSWORD } from './account.ts';
import type { NewAccount } from './account.ts';

const SESSION_DAYS = 30;

interface NewSession {
  token: string;
  user_id: string;
  expires_at: Date;
}

/** Authentication: passwords and sessions, stored by better-auth in our own tables. */
export interface Identity {
  /**
   * Returns null when address and password do not match. An unknown address takes the same time.
   */
  signIn(credentials: {
    email: string;
    password: string;
    ip: string | null;
    user_agent: string | null;
    /** Requests from known devices go first when many people sign in. */
    isKnown: boolean;
  }): Promise<NewSession | null>;
  /** Starts a session for a user who was identified without a password. */
  startSession(
    user_id: string,
    caller: { ip: string | null; user_agent: string | null },
  ): Promise<NewSession>;
  createAccount(account: NewAccount): Promise<string>;
  isPassword(user_id: string, password: string): Promise<boolean>;
  hashOf(password: string): Promise<string>;
}

interface IdentityParts {
  db: Db;
  secret: string;
  baseUrl: string;
}

export function openIdentity(parts: IdentityParts): Identity {
  const { db } = parts;
  const hashed = openHashing();
  const minted: Minted = new AsyncLocalStorage();
  let opened: Auth | undefined;
  /** Opened when it is first needed, because the library then reads the schema of all tables. */
  const auth = () => (opened ??= openAuth(parts, minted));

  return {
    async signIn({ email, password, ip, user_agent, isKnown }) {
      const held = { token: '' };
      const headers = new Headers({
        ...(ip && { 'x-forwarded-for': ip }),
        ...(user_agent && { 'user-agent': user_agent }),
      });
      try {
        const { user } = await hashed(isKnown, () =>
          minted.run(held, () => auth().api.signInEmail({ body: { email, password }, headers })),
        );
        const expires_at = new Date(Date.now() + SESSION_DAYS * 86_400_000);
        return { token: held.token, user_id: user.id, expires_at };
      } catch (error) {
        if (error instanceof APIError && error.statusCode === 401) return null;
        throw error;
      }
    },
    async startSession(user_id, { ip, user_agent }) {
      const held = { token: '' };
      const { internalAdapter } = await auth().$context;
      const about = { ipAddress: ip, userAgent: user_agent };
      await minted.run(held, () => internalAdapter.createSession(user_id, false, about));
      const expires_at = new Date(Date.now() + SESSION_DAYS * 86_400_000);
      return { token: held.token, user_id, expires_at };
    },
    async isPassword(user_id, password) {
      const hash = await selectPassword(db, user_id);
      if (hash === null) return false;
      const context = await auth().$context;
      return hashed(true, () => context.password.verify({ hash, password }));
    },
    async hashOf(password) {
      const context = await auth().$context;
      return hashed(true, () => context.password.hash(password));
    },
    async createAccount(account) {
      const signUp = () => auth().api.signUpEmail({ body: account });
      const { user } = await hashed(false, signUp).catch((error: unknown) => {
        throw error instanceof APIError && error.statusCode === 422 ? addressTaken(error) : error;
      });
      // For an address that is taken, the library may answer as if it had created an account.
      if (!(await selectUser(db, user.id))) throw addressTaken();
      return user.id;
    },
  };
}

/**
 * Gets the plain text of a new token from the library. The table stores only the hash of the token.
 */
type Minted = AsyncLocalStorage<{ token: string }>;
type Auth = ReturnType<typeof openAuth>;

function openAuth({ db, secret, baseUrl }: IdentityParts, minted: Minted) {
  return betterAuth({
    database: { db: db as never, type: 'postgres' },
    secret,
    baseURL: baseUrl,
    telemetry: { enabled: false },
    logger: { disabled: true },
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: 1024,
    },
    session: {
      modelName: 'sessions',
      expiresIn: SESSION_DAYS * 86_400,
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      additionalFields: { timezone: { type: 'string', required: false } },
    },
    account: {
      modelName: 'credentials',
      fields: {
        accountId: 'account_id',
        providerId: 'provider_id',
        userId: 'user_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => {
            const token = `svc_ses_${randomBytes(32).toString('base64url')}`;
            minted.getStore()!.token = token;
            return { data: { ...session, token: tokenHash(token) } };
          },
        },
      },
    },
  });
}

function addressTaken(cause?: unknown): Conflict {
  return new Conflict('There is already an account with this address.', { cause });
}

/** Returns the hash that is stored for a session token: 256 random bits need no salt. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
