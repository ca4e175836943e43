import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Interaction, InteractionResult, Provider } from 'oidc-provider';
import { redirectHost } from '../../../domains/access/grants/clients.ts';
import type { Client } from '../../../domains/access/grants/clients.ts';
import { findClient } from '../../../domains/access/grants/client-documents.ts';
import type { ClientDirectory } from '../../../domains/access/grants/client-documents.ts';
import { endAfter, LASTING_DAYS } from '../../../domains/access/grants/grant.ts';
import type { GrantOutput } from '../../../domains/access/grants/grant.ts';
import { listGrants } from '../../../domains/access/grants/grants.ts';
import type { Context } from '../../../kit/context.ts';
import { ASSISTANT_SCOPES, assistantScope, dotted, isReading } from '../../../core/scopes.ts';
import type { AssistantScope } from '../../../core/scopes.ts';
import { keepOpener, sendPage } from '../forms.ts';
import type { Forms } from '../forms.ts';
import { html, t } from './html.ts';
import { signInBy, visitorOf } from '../visitor.ts';
import type { SigningIn, Visitor } from '../visitor.ts';
import { consentView } from './consent-view.ts';
import { errorView, goingOnView, KEEP_END, place, signInView } from './views.ts';

interface ConnectParts extends SigningIn {
  forms: Forms;
  clients: ClientDirectory;
  provider(): Promise<Provider>;
}

/** A client's request for access, about which the user decides. */
interface Asked {
  interaction: Interaction;
  client: Client;
  redirect_uri: string;
  /**
   * The permissions that the page offers (`scopes`), and the permissions that it preselects
   * (`chosen`).
   */
  scopes: readonly AssistantScope[];
  chosen: readonly AssistantScope[];
}

type Request = FastifyRequest<{ Params: { uid: string } }>;

/** Mounts the pages between a client's request and its answer: sign-in, then consent. */
export function mountConnect(app: FastifyInstance, parts: ConnectParts): void {
  const onRequest = keepOpener;
  app.get('/connect/:uid', { onRequest }, async (request: Request, reply) => {
    const asked = await askedOf(parts, request, reply);
    if (!asked) return sendGone(reply);
    const visitor = await visitorOf(parts.door, request);
    return visitor && hasProved(asked, visitor)
      ? showConsent(parts, request, reply, { asked, visitor })
      : showSignIn(parts, request, reply, { asked });
  });

  app.post('/connect/:uid', { onRequest }, async (request: Request, reply) => {
    const asked = await askedOf(parts, request, reply);
    if (!asked) return sendGone(reply);
    const fields = parts.forms.read(request, purposeOf(asked));
    const action = fields.get('action');
    if (action === 'sign-in') return signIn(parts, request, reply, { asked, fields });
    if (action === 'switch') {
      return showSignIn(parts, request, reply, { asked });
    }
    const visitor = await visitorOf(parts.door, request);
    if (!visitor || !hasProved(asked, visitor)) return showSignIn(parts, request, reply, { asked });
    if (action === 'deny') {
      const result = { error: 'access_denied', error_description: 'The user refused access.' };
      return goOn(parts, request, reply, { asked, result });
    }
    const offered = new Set(asked.scopes);
    const scopes = fields
      .getAll('scope')
      .map(assistantScope)
      .filter((scope) => scope !== null && offered.has(scope))
      .map((scope) => dotted(scope!));
    if (action !== 'allow' || scopes.length === 0) {
      const message = 'Choose at least one permission, or cancel.';
      return showConsent(parts, request, reply, { asked, visitor, message });
    }
    const ends_at = await endChosen(asked, visitor, fields.get('ends') ?? '');
    const result = {
      login: { accountId: visitor.user.id },
      select_account: {},
      consent: { scopes, ends_at },
    };
    return goOn(parts, request, reply, { asked, result });
  });
}

/** Returns the end of the connection that the user chose: the present one, or a number of days. */
async function endChosen(
  { client }: Asked,
  { context }: Visitor,
  choice: string,
): Promise<string | null> {
  if (choice === KEEP_END) return (await grantOf(context, client))?.ends_at ?? null;
  const days = LASTING_DAYS.find((each) => String(each) === choice) ?? null;
  return endAfter(context.clock.now(), days)?.toISOString() ?? null;
}

/** Returns the user's grant for the client, if there is one. */
async function grantOf(context: Context, client: Client): Promise<GrantOutput | undefined> {
  const { grants } = await listGrants(context, {});
  return grants.find(({ client_id }) => client_id === client.id);
}

async function askedOf(
  { provider, clients, door }: ConnectParts,
  request: Request,
  reply: FastifyReply,
): Promise<Asked | null> {
  const interaction = await (
    await provider()
  )
    .interactionDetails(request.raw, reply.raw)
    .catch((error: Error) => {
      if (error.name === 'SessionNotFound') return null;
      throw error;
    });
  if (!interaction || interaction.uid !== request.params.uid) return null;
  const { client_id = '', redirect_uri = '', scope } = interaction.params;
  const client = await findClient(door.parts, clients, client_id);
  if (!client) return null;
  const asked = scope?.split(' ').map((word) => assistantScope(word)!);
  return {
    interaction,
    client,
    redirect_uri,
    // If the client names no scopes, the user may choose from all scopes.
    scopes: asked ? ASSISTANT_SCOPES.filter((scope) => asked.includes(scope)) : ASSISTANT_SCOPES,
    chosen: asked ?? client.scopes,
  };
}

/** Returns whether the session is sufficient. Some clients require a fresh sign-in. */
function hasProved(asked: Asked, { user }: Visitor): boolean {
  return !mustSignIn(asked) || asked.interaction.result?.login?.accountId === user.id;
}

const mustSignIn = ({ interaction }: Asked): boolean =>
  interaction.params['prompt']?.split(' ').includes('login') ?? false;

function purposeOf({ interaction }: Asked): string {
  return `connect ${interaction.uid}`;
}

async function signIn(
  parts: ConnectParts,
  request: Request,
  reply: FastifyReply,
  { asked, fields }: { asked: Asked; fields: URLSearchParams },
): Promise<FastifyReply> {
  const outcome = await signInBy(parts, request, reply, fields);
  if ('message' in outcome) {
    const email = fields.get('email') ?? '';
    return showSignIn(parts, request, reply, { asked, email, ...outcome });
  }
  await (
    await parts.provider()
  ).interactionResult(request.raw, reply.raw, { login: { accountId: outcome.user_id } });
  return reply.redirect(`/connect/${asked.interaction.uid}`, 303);
}

async function goOn(
  { provider }: ConnectParts,
  request: Request,
  reply: FastifyReply,
  { asked, result }: { asked: Asked; result: InteractionResult },
): Promise<FastifyReply> {
  const next = await (
    await provider()
  ).interactionResult(request.raw, reply.raw, result, {
    mergeWithLastSubmission: false,
  });
  // The address keeps the host name that the browser uses, because the cookies belong to that name.
  const { pathname } = new URL(next);
  // This answer is a page and not a redirect. Browsers apply `form-action` to every redirect after
  // a form, and we cannot know the addresses to which the assistant redirects its user.
  reply.header('Refresh', `0; url=${pathname}`);
  return sendPage(reply, 200, goingOnView({ name: asked.client.name, to: pathname }));
}

function showSignIn(
  { forms, oidcName }: ConnectParts,
  request: Request,
  reply: FastifyReply,
  {
    asked,
    status = 200,
    message = null,
    email = '',
  }: { asked: Asked; status?: number; message?: string | null; email?: string },
): FastifyReply {
  const { client, redirect_uri } = asked;
  const view = signInView({
    proof: forms.proof(request, reply, purposeOf(asked)),
    purpose: html`${t('{name} ({place}) asks for access to your data.', {
      name: html`<strong>${client.name}</strong>`,
      place: place(redirectHost(redirect_uri)),
    })}
    ${t('Sign in to see what it wants; nothing is given out before you allow it.')}`,
    message,
    email,
    // Only the form on this page proves a fresh sign-in: a provider may know the user already.
    elsewhere: mustSignIn(asked)
      ? null
      : { return_to: `/connect/${asked.interaction.uid}`, oidcName },
  });
  return sendPage(reply, status, view);
}

async function showConsent(
  { forms }: ConnectParts,
  request: Request,
  reply: FastifyReply,
  { asked, visitor, message = null }: { asked: Asked; visitor: Visitor; message?: string | null },
): Promise<FastifyReply> {
  const { client, redirect_uri, scopes, chosen } = asked;
  const held = await grantOf(visitor.context, client);
  const view = consentView({
    proof: forms.proof(request, reply, purposeOf(asked)),
    client,
    host: redirectHost(redirect_uri),
    scopes,
    // The user ticks what changes data, unless the assistant may do it already.
    chosen: chosen.filter((scope) => isReading(scope) || held?.scopes.includes(dotted(scope))),
    held,
    account: visitor.user,
    message,
  });
  return sendPage(reply, message ? 422 : 200, view);
}

function sendGone(reply: FastifyReply): FastifyReply {
  const view = errorView({
    title: 'This request has ended',
    message:
      'The request was already answered, is too old, or was begun in another browser; or ' +
      'your browser has not kept its cookie.',
    hint: html`<p>${t('Start again in your assistant.')}</p>`,
  });
  return sendPage(reply, 400, view);
}
