import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { ServiceError } from '../../core/errors.ts';
import type { Context } from '../../kit/context.ts';
import { dotted } from '../../core/scopes.ts';
import { may } from '../../kit/operation.ts';
import { VERSION } from '../../kit/tool.ts';
import type { Catalogue, Tool } from '../../kit/tool.ts';
import { CARD, cardPage } from './cards/cards.ts';
import { marked } from './rendering.ts';
import { listingOf } from './schemas.ts';
import { callTool, missingScope } from './tool-call.ts';

const SERVER_INFO = { name: 'commonplace', title: 'Commonplace', version: VERSION };
/** The lists depend only on the credential and change only with a new version. */
const CACHE_HINT = { ttlMs: 3_600_000, cacheScope: 'private' } as const;

/**
 * Returns the MCP server of one caller, with the tools, resources and prompts that the caller may
 * use.
 */
export function serverFor(
  catalogue: Catalogue,
  context: Context,
  {
    answerTokens,
    site,
    era,
  }: { answerTokens: number; site: () => string; era: 'modern' | 'legacy' },
): Server {
  // Computed for each request, because the permissions of the credential may change during a long
  // stream.
  // An OAuth client sees all tools, because it can ask its user for further permissions.
  const tools = () =>
    catalogue.tools.filter(
      (tool) => context.actor.kind === 'oauth_grant' || missingScope(tool, context) === null,
    );
  const resources = () => catalogue.resources.filter(({ scope }) => may(context, scope));
  const templates = () => catalogue.templates.filter(({ scope }) => may(context, scope));
  const readerOf = (uri: string): (() => Promise<string>) | null => {
    const resource = resources().find((each) => each.uri === uri);
    if (resource) return () => resource.read(context);
    for (const template of templates()) {
      const before = template.uriTemplate.split('{')[0]!;
      const value = decodedAfter(uri, before);
      if (value !== null) return () => template.read(context, value);
    }
    return null;
  };
  const prompts = () => catalogue.prompts.filter(({ scope }) => may(context, scope));
  const icons = [{ src: `${site()}/icon.svg`, mimeType: 'image/svg+xml' }];
  const server = new Server(
    { ...SERVER_INFO, icons },
    {
      capabilities: {
        tools: {},
        // Older clients would need a session to subscribe.
        resources: era === 'modern' ? { subscribe: true } : {},
        extensions: { 'io.modelcontextprotocol/ui': {} },
        prompts: {},
        completions: {},
      },
      instructions: catalogue.instructions,
      cacheHints: {
        'tools/list': CACHE_HINT,
        'resources/list': CACHE_HINT,
        'prompts/list': CACHE_HINT,
      },
    },
  );

  server.setRequestHandler('tools/list', () => ({ tools: tools().map(listed) }));
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) =>
    callTool(context, named(catalogue.tools, params.name, 'tool'), {
      given: params.arguments ?? {},
      answerTokens,
      request: mcpReq,
      titleOf: async (id) => {
        const { operation } = named(catalogue.tools, 'fetch', 'tool');
        return (await operation(context, { id }))['title'] as string;
      },
    }),
  );

  server.setRequestHandler('resources/list', () => ({
    resources: resources().map(({ uri, name, title, description }) => ({
      uri,
      name,
      title,
      description,
      mimeType: 'text/plain',
    })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: templates().map(({ uriTemplate, name, title, description }) => ({
      uriTemplate,
      name,
      title,
      description,
      mimeType: 'text/plain',
    })),
  }));
  server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }) => {
    const template = templates().find((each) => 'uri' in ref && each.uriTemplate === ref.uri);
    const values =
      template?.argument === argument.name
        ? await publicly(context, () => template.complete(context, argument.value))
        : [];
    return { completion: { values } };
  });
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    if (uri === CARD.uri) return { contents: [{ ...CARD, text: cardPage() }] };
    const read = readerOf(uri);
    if (!read) {
      throw new ProtocolError(ProtocolErrorCode.ResourceNotFound, `Unknown resource: ${uri}`);
    }
    const text = await publicly(context, read);
    return { contents: [{ uri, mimeType: 'text/plain', text: marked(text) }] };
  });

  server.setRequestHandler('prompts/list', () => ({
    prompts: prompts().map(({ name, title, description, arguments: given }) => ({
      name,
      title,
      description,
      arguments: [...given],
    })),
  }));
  server.setRequestHandler('prompts/get', async ({ params }) => {
    const prompt = named(prompts(), params.name, 'prompt');
    const missing = prompt.arguments.find(
      ({ name, required }) => required && !params.arguments?.[name],
    );
    if (missing) throw invalidParams(`The prompt ${prompt.name} needs ${missing.name}.`);
    const text = await publicly(context, () => prompt.write(context, params.arguments ?? {}));
    return {
      description: prompt.description,
      messages: [{ role: 'user', content: { type: 'text', text: marked(text) } }],
    };
  });
  return server;
}

/** Returns the part of an address after its beginning, decoded; null for another address. */
function decodedAfter(uri: string, before: string): string | null {
  if (!uri.startsWith(before)) return null;
  try {
    return decodeURIComponent(uri.slice(before.length));
  } catch {
    return null;
  }
}

const listings = new WeakMap<Tool, ReturnType<typeof listingOf>>();

/**
 * Returns the description of a tool. The schemas of the tool are made only once, not for each
 * request.
 */
function listed(tool: Tool): ReturnType<typeof listingOf> {
  const listing = listings.get(tool) ?? withSchemes(tool);
  listings.set(tool, listing);
  return listing;
}

/** Tells hosts, not models, which permissions a tool needs; ChatGPT reads `_meta`. */
function withSchemes(tool: Tool): ReturnType<typeof listingOf> {
  const { _meta, ...listing } = listingOf(tool);
  const scopes = tool.scopes.map(dotted);
  return { ...listing, _meta: { ..._meta, securitySchemes: [{ type: 'oauth2', scopes }] } };
}

function named<T extends { name: string }>(list: readonly T[], name: string, what: string): T {
  const found = list.find((each) => each.name === name);
  if (found) return found;
  throw invalidParams(`Unknown ${what}: ${name}. Call ${what}s/list for the available names.`);
}

function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

/**
 * Throws protocol errors with public messages, for requests whose results cannot contain errors.
 */
async function publicly<T>(context: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError) throw invalidParams(error.message);
    context.log.error({ err: error }, 'unexpected error');
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'Something went wrong on our side.');
  }
}
