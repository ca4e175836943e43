/** The end of an OpenID Connect sign-in: the provider has sent the browser back. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { beginning } from '../../../core/wire.ts';
import { userOf } from '../../../kit/context.ts';
import type { Context } from '../../../kit/context.ts';
import { defineOperation } from '../../../kit/operation.ts';
import type { Db } from '../../../storage/database.ts';
import { lockByName, transaction } from '../../../storage/transaction.ts';
import { SignedIn } from '../account.ts';
import { selectUser, selectUserByEmail } from '../accounts.ts';
import { countAttempt, returnAttempt } from '../attempts.ts';
import {
  insertLink,
  insertUser,
  newUserId,
  selectUserBySubject,
} from '../linked/linked-accounts.ts';
import { networkOf } from '../network.ts';
import { admitsAccount } from '../invitations/invitations.ts';
import { claimChallenge } from '../passkeys/passkeys.ts';
import { logSecurityEvent } from '../security/security-log.ts';
import type { Flow } from './flows.ts';
import { CALLBACK_PATH } from './oidc.ts';
import type { OidcParts } from './oidc.ts';
import type { OidcProvider, ProviderPerson, PersonFacts } from './provider.ts';
import { noteRefusal, OidcRefused } from './refusals.ts';

const PER_NETWORK = { free: 30, maxSeconds: 900 };
const Email = z.email().max(320);

/** The answer of the provider, with the sealed flow of the browser that asked. */
const Returned = z.strictObject({
  query: z.string().max(16_000),
  state: z.string().max(200),
  flow: z.string().max(4_000),
});

export function finishOidcOperation(parts: OidcParts) {
  return defineOperation({
    name: 'finishOidcSignIn',
    summary: 'Sign in with the answer of the OpenID Connect provider',
    scope: null,
    effect: 'write',
    needsRoom: false,
    waits: true,
    input: Returned,
    output: SignedIn,
    run: async (context, returned) => {
      const { oidc, flow, person } = await personOf(context, parts, returned);
      if (flow.user_id !== null) throw new OidcRefused('expired');
      const { db, clock, ip, user_agent = null } = context;
      const subject = { issuer: oidc.issuer, subject: person.subject };
      const isKnown = (await selectUserBySubject(db, subject)) !== undefined;
      const facts = isKnown ? null : await noted(context, person.facts());
      const user_id = await transaction(db, async (tx) => {
        // The same person may sign in for the first time in two tabs.
        await lockByName(tx, `oidc ${person.subject}`);
        const id = await userFor({ ...context, db: tx }, { parts, oidc, flow, person, facts });
        await claim(tx, id, flow, clock.now());
        return id;
      });
      const session = await parts.identity.startSession(user_id, { ip, user_agent });
      await logSecurityEvent(context, user_id, {
        event: 'signed_in',
        by: 'oidc',
        subject: oidc.name,
      });
      const user = (await selectUser(db, user_id))!;
      return { token: session.token, user, expires_at: session.expires_at };
    },
  });
}

export function finishOidcLinkOperation(parts: OidcParts) {
  return defineOperation({
    name: 'finishOidcLink',
    summary: 'Connect your account with the person at the OpenID Connect provider',
    scope: null,
    effect: 'write',
    waits: true,
    input: Returned,
    output: z.object({}),
    run: async (context, returned) => {
      const user_id = userOf(context);
      const { oidc, flow, person } = await personOf(context, parts, returned);
      if (flow.user_id !== user_id) throw new OidcRefused('other_user');
      await transaction(context.db, async (tx) => {
        await claim(tx, user_id, flow, context.clock.now());
        await link({ ...context, db: tx }, user_id, { oidc, person });
      });
      return {};
    },
  });
}

/** Verifies the answer of the provider. Refused answers of one network are slowed down. */
async function personOf(
  context: Context,
  { oidc, flows, site }: OidcParts,
  { query, state, flow: sealed }: z.infer<typeof Returned>,
): Promise<{ oidc: OidcProvider; flow: Flow; person: ProviderPerson }> {
  const { db, clock, ip } = context;
  if (oidc === null) throw new OidcRefused('not_configured');
  const flow = flows.open(sealed, state, clock.now());
  if (!flow) throw new OidcRefused('expired');
  const subject = `oidc ${networkOf(ip)}`;
  const reason = 'Too many refused sign-ins.';
  await countAttempt(db, { subject, ...PER_NETWORK, now: clock.now(), reason });
  const answer = new URL(`${site()}${CALLBACK_PATH}?${query}`);
  const person = await noted(context, oidc.personOf(answer, flow));
  await returnAttempt(db, subject, clock.now());
  return { oidc, flow, person };
}

/** Logs the reason when the provider is refused. */
function noted<T>(context: Context, asked: Promise<T>): Promise<T> {
  return asked.catch((error: unknown) => {
    noteRefusal(context, error);
    throw error;
  });
}

interface Arrival {
  parts: OidcParts;
  oidc: OidcProvider;
  flow: Flow;
  person: ProviderPerson;
  /** Null for a person who has an account. */
  facts: PersonFacts | null;
}

/** Returns the user whose account the person has, or gets now. */
async function userFor(context: Context, arrival: Arrival): Promise<string> {
  const { oidc, person, facts } = arrival;
  const { db } = context;
  const { issuer } = oidc;
  const known = await selectUserBySubject(db, { issuer, subject: person.subject });
  if (known !== undefined) return known;
  // The account was deleted or disconnected a moment ago.
  if (facts === null) throw new OidcRefused('expired');
  const email = Email.safeParse(facts.email).data?.toLowerCase();
  const same = email === undefined ? undefined : await selectUserByEmail(db, email);
  // A stranger must not learn whether an address has an account.
  if (same) throw new OidcRefused(facts.isEmailVerified ? 'address_taken' : 'no_account');
  return signUp(context, { ...arrival, facts }, email);
}

async function signUp(
  context: Context,
  { parts, oidc, flow, person, facts }: Arrival & { facts: PersonFacts },
  email: string | undefined,
): Promise<string> {
  const { db, clock } = context;
  const now = clock.now();
  const { invitation, timezone } = flow;
  if (!(await admitsAccount(db, { signUp: parts.signUp, invitation, now }))) {
    throw new OidcRefused('no_account');
  }
  if (email === undefined) throw new OidcRefused('no_address');
  const user = {
    id: newUserId(),
    email,
    email_verified: facts.isEmailVerified,
    name: beginning(facts.name ?? email.split('@')[0]!, 100),
    timezone: timezone ?? parts.timezone,
    created_at: now,
  };
  if (!(await insertUser(db, user))) throw new OidcRefused('no_account');
  await link(context, user.id, { oidc, person, by: 'oidc' });
  return user.id;
}

async function link(
  context: Context,
  user_id: string,
  {
    oidc,
    person,
    by = 'session',
  }: { oidc: OidcProvider; person: ProviderPerson; by?: 'oidc' | 'session' },
): Promise<void> {
  const { db, clock } = context;
  const { issuer, name } = oidc;
  const { subject } = person;
  const row = { id: randomUUID(), issuer, subject, created_at: clock.now() };
  if (await insertLink(db, user_id, row)) {
    await logSecurityEvent(context, user_id, { event: 'oidc_linked', by, subject: name });
    return;
  }
  if ((await selectUserBySubject(db, { issuer, subject })) !== user_id) {
    throw new OidcRefused('taken');
  }
}

/** Each answer of the provider works once, also at a provider that accepts a code twice. */
async function claim(db: Db, user_id: string, flow: Flow, now: Date): Promise<void> {
  const row = { user_id, challenge: flow.state, expires_at: new Date(flow.expires_at) };
  if (!(await claimChallenge(db, row, now))) throw new OidcRefused('expired');
}
