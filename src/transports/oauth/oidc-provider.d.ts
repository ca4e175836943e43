/** Types for the parts of oidc-provider that we use, because the package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export interface OidcContext {
    body: unknown;
    set(header: string, value: string): void;
    oidc: {
      route: string;
      params: Record<string, string | string[] | undefined>;
      client?: { clientId: string };
      account?: { accountId: string };
      session: { destroyed: boolean };
      resourceServers: Record<string, unknown>;
      result?: InteractionResult;
    };
  }

  export interface InteractionResult {
    login?: { accountId: string };
    consent?: { scopes: string[]; ends_at: string | null };
    select_account?: object;
    error?: string;
    error_description?: string;
  }

  export interface Interaction {
    uid: string;
    params: Record<string, string | undefined>;
    prompt: { name: string };
    result?: InteractionResult;
  }

  export interface Adapter {
    upsert(id: string, payload: object, expiresIn: number): Promise<void>;
    find(id: string): Promise<object | undefined>;
    findByUid(uid: string): Promise<object | undefined>;
    findByUserCode(code: string): Promise<object | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(id: string): Promise<void>;
  }

  export interface Grant {
    addResourceScope(resource: string, scope: string): void;
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  export class Provider {
    /** The context of the current request. */
    static readonly ctx: OidcContext | undefined;
    constructor(issuer: string, configuration: object);
    proxy: boolean;
    silent: boolean;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    on(event: string, listener: (...values: never[]) => void): this;
    use(middleware: (context: OidcContext, next: () => Promise<void>) => Promise<void>): void;
    registerGrantType(
      name: string,
      handler: (context: OidcContext) => Promise<void>,
      parameters: readonly string[],
      mayRepeat: readonly string[],
    ): void;
    registerResponseMode(
      name: string,
      handler: (
        context: OidcContext & { status: number; redirect(url: string): void },
        redirect_uri: string,
        answer: Record<string, string>,
      ) => void,
    ): void;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    /** Stores the result and returns the address at which the request continues. */
    interactionResult(
      request: IncomingMessage,
      response: ServerResponse,
      result: InteractionResult,
      options?: { mergeWithLastSubmission: boolean },
    ): Promise<string>;
    readonly Client: {
      prototype: {
        clientId: string;
        /** The redirect addresses of an unknown client. */
        unknown_redirect_uris?: readonly string[];
        redirectUriAllowed(uri: string): boolean;
      };
    };
    readonly AuthorizationCode: { prototype: { generateTokenId(): string } };
    readonly Grant: new (grant: { jti: string; accountId: string; clientId: string }) => Grant;
  }

  export default Provider;

  export namespace errors {
    class OIDCProviderError extends Error {
      error: string;
      error_description?: string;
      statusCode: number;
    }
    class CustomOIDCProviderError extends OIDCProviderError {
      constructor(error: string, description: string);
    }
    class InvalidRequest extends OIDCProviderError {
      constructor(description: string);
    }
    class InvalidScope extends OIDCProviderError {
      constructor(description: string, scope: string);
    }
    class InvalidTarget extends OIDCProviderError {
      constructor(description: string);
    }
    class SessionNotFound extends OIDCProviderError {}
  }

  export const interactionPolicy: {
    Prompt: new (
      options: { name: string; requestable: boolean },
      ...checks: readonly object[]
    ) => object;
    Check: new (
      reason: string,
      description: string,
      error: string,
      check: (context: OidcContext) => boolean,
    ) => object;
  };
}
