/** The OpenAPI document of the service, as the generators of the clients read it. */
import { describedRoutes } from '../src/testing/described-routes.ts';
import { signUpWithPasskeyOperation } from '../src/domains/accounts/invitations/passkey-sign-up.ts';
import { linkOidcOperation, startOidcOperation } from '../src/domains/accounts/oidc/oidc.ts';
import { passkeySignIn } from '../src/domains/accounts/passkeys/passkey-sign-in.ts';
import { signInOperation, signOut } from '../src/domains/accounts/accounts.ts';
import { openApiDocument } from '../src/transports/http/openapi/openapi.ts';
import { oidcSignInRoutes } from '../src/transports/http/oidc/oidc-sign-in.ts';
import { signInRoutes } from '../src/transports/http/sign-in.ts';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  format?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  description?: string;
}

interface Content {
  schema: Schema;
  'x-answer'?: Schema;
  'x-download'?: true;
}

export interface Described {
  operationId: string;
  summary: string;
  description?: string;
  parameters: {
    name: string;
    in: string;
    required: boolean;
    description?: string;
    schema: Schema;
  }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { headers?: object; content?: Record<string, Content> }>;
}

export interface Document {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

/** The routes as data, without the parts that only running requests need. */
export function describeService(): Document {
  const nothing = undefined as never;
  const routes = [
    ...describedRoutes(),
    ...Object.values(
      signInRoutes({
        signIn: signInOperation(nothing, nothing),
        signInWithPasskey: passkeySignIn({} as never),
        signUpWithPasskey: signUpWithPasskeyOperation({} as never),
        signOut,
      }),
    ),
    ...Object.values(
      oidcSignInRoutes({
        start: startOidcOperation({} as never),
        link: linkOidcOperation({} as never),
      }),
    ),
  ];
  return openApiDocument(routes, '/') as unknown as Document;
}

export type Answer =
  | 'json'
  | 'page'
  | 'file'
  | 'bytes'
  | 'download'
  | 'nothing'
  | 'events'
  | 'stream';

/**
 * Returns the kind of an answer. A `page` is a list with a cursor for the next page: a bare array,
 * or a field beside `next_cursor`. A `stream` is one answer that arrives in parts.
 */
export function answerOf({ responses }: Described): Answer {
  const success = responses['200'];
  if (!success) return 'nothing';
  const sent = success.content?.['text/event-stream'];
  if (sent) return sent['x-answer'] ? 'stream' : 'events';
  const json = success.content?.['application/json'];
  const file = success.content?.['*/*'];
  if (file?.['x-download']) return 'download';
  if (!json) return file?.schema.format === 'binary' ? 'bytes' : 'file';
  if (json.schema.properties && 'next_cursor' in json.schema.properties) return 'page';
  return success.headers && 'X-Next-Cursor' in success.headers ? 'page' : 'json';
}
