import type { z } from 'zod';
import { dotted } from '../../../core/scopes.ts';
import { sourceOf } from '../../../kit/route.ts';
import type { Credential, Route } from '../../../kit/route.ts';
import { addCodeSamples } from './code-samples.ts';
import { exampleOf, readExamples } from './examples.ts';
import { Schemas } from './schemas.ts';
import type { Json } from './schemas.ts';
import { openapiTag, TAGS } from './tags.ts';
import { webhooksOf } from './webhooks.ts';
import { headerParameters, HEADERS, HEADER_PARAMETERS } from './headers.ts';
import {
  ErrorResponse,
  HTTPValidationError,
  RESPONSES,
  responses,
  errorHeaders,
  errorResponse,
  takesKeys,
} from './responses.ts';

/** The security schemes of the document, one of which the caller needs. */
const SECURITY: Record<Credential, readonly string[]> = {
  developer_key: ['developerApiKey'],
  assistant: ['mcpApiKey'],
  session: ['session'],
  listener: ['session', 'deviceKey'],
  none: [],
};

/** Generates the OpenAPI 3.1 document from the same route data that is mounted. */
export function openApiDocument(routes: readonly Route[], serverUrl: string): Json {
  const schemas = new Schemas();
  const errors = {
    ErrorResponse: schemas.of(ErrorResponse, 'output'),
    HTTPValidationError: schemas.of(HTTPValidationError, 'output'),
  };
  const operations = routes.map((route) => ({ route, json: describe(route, routes, schemas) }));
  const told = webhooksOf(schemas, routes);
  const { schemas: components, resolve } = schemas.finish();
  const webhooks = resolve(told);
  const paths: Record<string, Json> = {};
  for (const { route, json } of operations) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: resolve(json) };
  }
  const examples = readExamples();
  for (const item of Object.values(paths)) {
    for (const operation of Object.values(item) as Json[]) {
      const recorded = examples[operation['operationId'] as string];
      addExamples(operation['requestBody'], components, recorded?.request);
      addExamples(operation['responses'], components, recorded?.response);
    }
  }
  addExamples(webhooks, components);
  addCodeSamples(paths, components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Commonplace Developer API',
      version: '1.0.0',
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: TAGS.filter(({ name }) => routes.some((route) => openapiTag(route) === name)),
    paths,
    webhooks,
    components: {
      securitySchemes: securitySchemes(routes),
      schemas: components,
      headers: HEADERS,
      parameters: HEADER_PARAMETERS,
      responses: Object.fromEntries(
        Object.entries(RESPONSES).map(([status, [description, detail]]) => [
          `Error${status}`,
          errorResponse(description, detail, {
            schema: status === '422' ? errors.HTTPValidationError : errors.ErrorResponse,
            headers: errorHeaders(status),
          }),
        ]),
      ),
    },
  };
}

/**
 * Returns the operation's name. A second route for users or assistants gets a name such as
 * `getOwnMemory` or `assistantGetMemory`.
 */
function operationIdOf(route: Route, routes: readonly Route[]): string {
  const { operation, credential } = route;
  if (route.name !== null) return route.name;
  const { name } = operation;
  const isShared = routes.some(
    (each) => each.operation === operation && each.credential === 'developer_key',
  );
  if (isShared && credential === 'session') return name.replace(/^[a-z]+/, '$&Own');
  if (isShared && credential === 'assistant') {
    return `assistant${name[0]!.toUpperCase()}${name.slice(1)}`;
  }
  return name;
}

function describe(route: Route, routes: readonly Route[], schemas: Schemas): Json {
  const { operation, credential } = route;
  // Assistants write their scopes with a dot.
  const written =
    operation.scope && credential === 'assistant' ? dotted(operation.scope) : operation.scope;
  const scope = written && takesKeys(credential) ? [written] : [];
  const body = requestBody(route, schemas);
  return {
    operationId: operationIdOf(route, routes),
    tags: [openapiTag(route)],
    summary: operation.summary,
    description: [
      operation.description,
      scope.length > 0 ? `Needs the scope \`${scope[0]}\`.` : null,
    ]
      .filter(Boolean)
      .join('\n\n'),
    security: SECURITY[credential].map((name) => ({ [name]: scope })),
    parameters: [...parameters(route, schemas), ...headerParameters(route)],
    ...(body && { requestBody: body }),
    responses: responses(route, routes, schemas),
  };
}

function parameters(route: Route, schemas: Schemas): Json[] {
  return Object.entries(route.operation.input.shape as Record<string, z.ZodType>).flatMap(
    ([name, schema]) => {
      const place = sourceOf(route, name);
      if (place === 'body') return [];
      const { description, ...json } = schemas.of(schema, 'input');
      return [
        {
          name,
          in: place,
          required: place === 'path' || !schema.safeParse(undefined).success,
          description: description ?? describeId(name),
          schema: json,
        },
      ];
    },
  );
}

/** Describes a parameter that is an id, such as `memory_id`; others have their own description. */
function describeId(name: string): string | undefined {
  if (!name.endsWith('_id')) return undefined;
  return `The id of the ${name.slice(0, -'_id'.length).replaceAll('_', ' ')}.`;
}

function requestBody(route: Route, schemas: Schemas): Json | null {
  if (route.method === 'GET' || route.method === 'DELETE') return null;
  const { input } = route.operation;
  const outside = Object.keys(input.shape).filter((name) => sourceOf(route, name) !== 'body');
  const inside = Object.keys(input.shape).length - outside.length;
  if (inside === 0) return null;
  const json = schemas.of(outside.length === 0 ? input : withoutFields(input, outside), 'input');
  const type = route.upload ? 'multipart/form-data' : 'application/json';
  return { required: true, content: { [type]: { schema: json } } };
}

/** Returns a schema with the same name, without the fields that come from the path or the query. */
function withoutFields(input: z.ZodObject, names: readonly string[]): z.ZodType {
  const body = input.omit(Object.fromEntries(names.map((name) => [name, true])) as never);
  const { id } = (input.meta() ?? {}) as { id?: string };
  return id ? bodyNamed(body, id) : body;
}

const bodies = new Map<string, z.ZodType>();

/** Zod accepts each name only once, but the document may be generated several times. */
function bodyNamed(body: z.ZodObject, id: string): z.ZodType {
  const name = `${id}Body`;
  const made = bodies.get(name) ?? body.meta({ id: name });
  bodies.set(name, made);
  return made;
}

/** Adds an example to every body: the recorded one, or else one that is made from the schema. */
function addExamples(part: unknown, components: Record<string, Json>, recorded?: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  for (const [key, inner] of Object.entries(part)) {
    if (key === 'application/json') {
      const media = inner as { schema: Json; examples?: unknown };
      const value = recorded === undefined ? exampleOf(media.schema, components) : recorded;
      media.examples = { typical: { summary: 'Typical', value } };
    } else addExamples(inner, components, recorded);
  }
}

function securitySchemes(routes: readonly Route[]): Json {
  const all = {
    developerApiKey: {
      type: 'http',
      scheme: 'bearer',
      description:
        'A developer key (`svc_dev_…`): the set-up page shows the first key; `POST /v1/dev/keys` and `commonplace auth login` create more.',
    },
    mcpApiKey: {
      type: 'http',
      scheme: 'bearer',
      description:
        'An MCP key (`svc_mcp_…`, `POST /v1/mcp/keys`) or an OAuth access token. ' +
        'For these credentials, scopes are written with a dot: `memories.read`.',
    },
    deviceKey: {
      type: 'http',
      scheme: 'bearer',
      description:
        'The key of a device (`svc_dvc_…`, `POST /v1/device/keys`). A device key can only ' +
        'send sound.',
    },
    session: {
      type: 'http',
      scheme: 'bearer',
      description: 'A signed-in session (`svc_ses_…`). Browsers send it as a cookie.',
    },
  };
  const used = new Set(routes.flatMap(({ credential }) => SECURITY[credential]));
  return Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)));
}

const INTRODUCTION = `Programs can read and change all data of a user.

**Credentials.** Programs send a developer key (\`Authorization: Bearer svc_dev_…\`) and use \
\`/v1/dev/…\`. Assistants and their scripts send an MCP key (\`svc_mcp_…\`) or an OAuth access \
token and use \`/v1/mcp/…\`. Apps of the signed-in user send a session.

**Lists** take \`limit\`, \`offset\` and \`cursor\`. The cursor of the next page is in \
\`X-Next-Cursor\` and \`Link\`. Lists with a cursor skip and repeat no items when records are added \
or deleted between two pages.

**Writing safely.** A POST with an \`Idempotency-Key\` runs only once. A PATCH or DELETE with \
\`If-Match\` answers 412 when the record has changed since. A change that answers with the whole \
record has the same \`ETag\` as its GET, so the next change needs no GET.

**Errors** are JSON: \`{"detail": …}\`. A 422 names all problems, each with its location.

**Misspelt parameters.** \`X-Unknown-Parameters\` names query parameters that the route does not \
know. Such parameters have no effect.

**Dates** are ISO 8601. A plain day in a filter means a day in the user's time zone.`;
