/** The OpenID Connect provider of the operator, by the protocol of OpenID Connect Core 1.0. */
import type { Configuration } from 'openid-client';
import { tracedFetch } from '../../../core/tracing/tracing.ts';
import type { Flow } from './flows.ts';
import { OidcRefused } from './refusals.ts';
import type { RefusalReason } from './refusals.ts';
import type { OidcSettings } from './settings.ts';

/** A user who waits for the provider can still sign in another way. */
const TIMEOUT_SECONDS = 8;
/** The clocks of a home server and of its provider may differ. */
const CLOCK_TOLERANCE_SECONDS = 60;
/** The provider may move its endpoints. */
const REDISCOVER_MS = 3_600_000;
/** OpenID Connect Core 1.0, section 2. */
const SUBJECT = /^[ -~]{1,255}$/;

/** The client of the protocol is loaded by the first sign-in. */
const library = () => import('openid-client');

/** The person at the provider. */
export interface ProviderPerson {
  subject: string;
  /** Asks the provider if the ID token did not contain the facts, which only a new link needs. */
  facts(): Promise<PersonFacts>;
}

export interface PersonFacts {
  email: string | undefined;
  isEmailVerified: boolean;
  name: string | undefined;
}

export interface ProviderSettings extends OidcSettings {
  issuer: string;
  clientId: string;
}

export class OidcProvider {
  readonly #settings: ProviderSettings;
  readonly #now: () => Date;
  #discovered: { at: number; configuration: Promise<Configuration> } | undefined;

  constructor(settings: ProviderSettings, now: () => Date) {
    this.#settings = settings;
    this.#now = now;
  }

  /** Identifies the provider in the table of credentials. */
  get issuer(): string {
    return this.#settings.issuer;
  }

  get name(): string {
    return this.#settings.name;
  }

  /** Returns the secrets of a sign-in, and the address at which the browser continues. */
  async begin(redirect_uri: string): Promise<{
    url: string;
    secrets: Pick<Flow, 'state' | 'nonce' | 'verifier'>;
  }> {
    const client = await library();
    const configuration = await this.#configuration();
    const verifier = client.randomPKCECodeVerifier();
    const secrets = { state: client.randomState(), nonce: client.randomNonce(), verifier };
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri,
      scope: this.#settings.scopes,
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, secrets };
  }

  /** Exchanges the answer of the provider (an address with a code) for the person. */
  async personOf(answer: URL, { state, nonce, verifier }: Flow): Promise<ProviderPerson> {
    const client = await library();
    const configuration = await this.#configuration();
    const tokens = await client
      .authorizationCodeGrant(configuration, answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      .catch(refuse);
    const claims = tokens.claims()!;
    if (!SUBJECT.test(claims.sub)) throw new OidcRefused('refused');
    const hasEndpoint = configuration.serverMetadata().userinfo_endpoint !== undefined;
    const isComplete = claims['email'] !== undefined || !hasEndpoint;
    const facts = async () =>
      factsOf(
        isComplete
          ? claims
          : await client
              .fetchUserInfo(configuration, tokens.access_token, claims.sub)
              .catch(refuse),
      );
    return { subject: claims.sub, facts };
  }

  async #configuration(): Promise<Configuration> {
    const now = this.#now().getTime();
    const known = this.#discovered;
    if (known && now - known.at < REDISCOVER_MS) return known.configuration;
    const configuration = this.#discover();
    const discovered = { at: now, configuration };
    this.#discovered = discovered;
    configuration.catch(() => {
      if (this.#discovered === discovered) this.#discovered = undefined;
    });
    return configuration;
  }

  async #discover(): Promise<Configuration> {
    const client = await library();
    const { issuer, clientId, clientSecret } = this.#settings;
    const isInsecure = issuer.startsWith('http:');
    const metadata = { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
    const found = await client
      .discovery(new URL(issuer), clientId, metadata, client.None(), {
        timeout: TIMEOUT_SECONDS,
        [client.customFetch]: tracedFetch,
        // The issuer is on this machine (see settings.ts).
        ...(isInsecure && { execute: [client.allowInsecureRequests] }),
      })
      .catch((cause: unknown) => {
        throw new OidcRefused('unavailable', { cause });
      });
    if (clientSecret === undefined) return found;
    const methods = found.serverMetadata().token_endpoint_auth_methods_supported;
    const takesPost = methods?.includes('client_secret_post') ?? false;
    // Without a list, providers take the secret in the header (OpenID Connect Discovery 1.0).
    const authentication = takesPost
      ? client.ClientSecretPost(clientSecret)
      : client.ClientSecretBasic(clientSecret);
    const configuration = new client.Configuration(
      found.serverMetadata(),
      clientId,
      metadata,
      authentication,
    );
    configuration.timeout = TIMEOUT_SECONDS;
    configuration[client.customFetch] = tracedFetch;
    if (isInsecure) client.allowInsecureRequests(configuration);
    return configuration;
  }
}

function factsOf(claims: Readonly<Record<string, unknown>>): PersonFacts {
  const { email, email_verified, name, preferred_username } = claims;
  return {
    email: textOf(email),
    isEmailVerified: email_verified === true,
    name: textOf(name) ?? textOf(preferred_username),
  };
}

function textOf(claim: unknown): string | undefined {
  if (typeof claim !== 'string') return undefined;
  return (
    claim
      .toWellFormed()
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim() || undefined
  );
}

function refuse(cause: unknown): never {
  throw new OidcRefused(reasonOf(cause as Failure), { cause });
}

/** An error of openid-client, or of `fetch`. */
interface Failure {
  code?: string;
  error?: string;
  status?: number;
  cause?: unknown;
}

function reasonOf(failure: Failure): RefusalReason {
  if (failure.error === 'access_denied') return 'cancelled';
  if (failure.error === 'temporarily_unavailable') return 'unavailable';
  const status = failure.cause instanceof Response ? failure.cause.status : failure.status;
  const { code } = failure;
  const isAway =
    code === 'OAUTH_TIMEOUT' ||
    (failure instanceof TypeError && code === undefined) ||
    (status !== undefined && status >= 500);
  return isAway ? 'unavailable' : 'refused';
}
