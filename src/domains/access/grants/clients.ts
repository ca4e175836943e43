import { z } from 'zod';
import { ASSISTANT_SCOPES, assistantScope } from '../../../core/scopes.ts';
import type { AssistantScope } from '../../../core/scopes.ts';

/** An assistant that may ask for access. All clients are public, so they have no secret. */
export interface Client {
  id: string;
  name: string;
  /**
   * The exact addresses to which the service may redirect the browser. A loopback address
   * (`http://localhost/…`) matches every port, because programs listen on any free port.
   */
  redirect_uris: readonly string[];
  /**
   * Prefixes of allowed redirect addresses, for assistants that use a new address for each
   * connection.
   */
  redirect_prefixes: readonly string[];
  /** The default scopes of the client. */
  scopes: readonly AssistantScope[];
  /** True for a client that is not registered here. Its `id` is the address of its document. */
  isUnknown?: boolean;
}

const MIN: readonly AssistantScope[] = ['memories:read'];

const BUILT_IN: readonly Client[] = [
  {
    id: 'svc-chatgpt',
    name: 'ChatGPT',
    redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
    redirect_prefixes: ['https://chatgpt.com/connector/oauth/'],
    scopes: MIN,
  },
  {
    id: 'svc-claude',
    name: 'Claude',
    redirect_uris: [
      'https://claude.ai/api/mcp/auth_callback',
      'https://claude.com/api/mcp/auth_callback',
      'http://localhost/callback',
      'http://127.0.0.1/callback',
    ],
    redirect_prefixes: [],
    scopes: MIN,
  },
];

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/** URL schemes that can make the browser run a program. */
const SCRIPTS = ['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:'];

export const RedirectUri = z.string().superRefine((uri, context) => {
  const problem = redirectProblem(uri);
  if (problem) context.addIssue({ code: 'custom', message: `${JSON.stringify(uri)} ${problem}` });
});

function redirectProblem(uri: string): string | null {
  const url = URL.parse(uri);
  if (!url) return 'is not an address';
  if (uri.includes('#')) return 'must not have a fragment';
  if (url.username || url.password) return 'must not have a user name';
  if (SCRIPTS.includes(url.protocol)) return 'must not be a script';
  if (url.protocol === 'http:' && !LOOPBACK.includes(url.hostname)) {
    return 'must be https (http only on localhost)';
  }
  return null;
}

const ConfiguredClient = z.strictObject({
  id: z.string().regex(/^[\w.-]{1,100}$/, 'an id of letters, digits, dots and dashes'),
  name: z.string().trim().min(1).max(100),
  redirect_uris: z.array(RedirectUri).min(1),
  scopes: z
    .array(z.string())
    .min(1)
    .optional()
    .transform((words, context) =>
      words?.map((word) => {
        const scope = assistantScope(word);
        if (scope) return scope;
        context.addIssue({
          code: 'custom',
          message: `${word} is not a scope (the scopes are ${ASSISTANT_SCOPES.join(', ')})`,
        });
        return z.NEVER;
      }),
    ),
});

/** Clients from the configuration, as JSON in one environment variable. */
export const ConfiguredClients = z
  .string()
  .optional()
  .transform((text, context): Client[] => {
    const complain = (message: string) => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    let json: unknown;
    try {
      json = JSON.parse(text ?? '[]');
    } catch {
      return complain('a JSON list of clients');
    }
    const parsed = z.array(ConfiguredClient, 'a JSON list of clients').safeParse(json);
    if (!parsed.success) {
      return complain(
        parsed.error.issues
          .map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
          .join('; '),
      );
    }
    const ids = [...BUILT_IN, ...parsed.data].map(({ id }) => id);
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    if (twice !== undefined) return complain(`there are two clients with the id ${twice}`);
    return parsed.data.map(({ scopes, ...client }) => ({
      ...client,
      redirect_prefixes: [],
      scopes: scopes ?? MIN,
    }));
  });

export type Clients = ReadonlyMap<string, Client>;

export function allClients(configured: readonly Client[]): Clients {
  return new Map([...BUILT_IN, ...configured].map((client) => [client.id, client]));
}

/**
 * Returns whether the service may redirect the user's browser to this address with a code for the
 * client.
 */
export function mayRedirect(
  client: Pick<Client, 'redirect_uris' | 'redirect_prefixes'>,
  uri: string,
): boolean {
  const url = URL.parse(uri);
  if (!url || redirectProblem(uri) !== null) return false;
  if (client.redirect_uris.includes(uri)) return true;
  if (LOOPBACK.includes(url.hostname)) {
    return client.redirect_uris.some(
      (registered) => portless(uri) !== null && portless(registered) === portless(uri),
    );
  }
  return client.redirect_prefixes.some((prefix) => {
    const rest = uri.startsWith(prefix) ? uri.slice(prefix.length) : '';
    return /^[\w-]{1,200}$/.test(rest);
  });
}

/** Returns a loopback address without its port; null for other addresses. */
function portless(uri: string): string | null {
  const parts = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?=[/?]|$)(.*)$/.exec(uri);
  return parts ? `${parts[1]}${parts[2]}` : null;
}

/**
 * Returns the redirect target for display: a host, or the URL scheme of an app. In an app's
 * address, the host part proves nothing, so it is not shown.
 */
export function redirectHost(uri: string): string {
  const { host, protocol } = new URL(uri);
  return /^https?:$/.test(protocol) ? host : protocol;
}
