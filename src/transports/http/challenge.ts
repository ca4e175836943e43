import type { IncomingHttpHeaders } from 'node:http';
import { InsufficientScope, Unauthenticated } from '../../core/errors.ts';
import { calledAs } from '../../domains/access/grants/resource.ts';
import type { Actor } from '../../kit/context.ts';
import { dotted, READING_SCOPES } from '../../core/scopes.ts';

/**
 * Returns the `WWW-Authenticate` value for assistants (RFC 6750, RFC 9728), which tells where to
 * get a token and which scopes to request.
 */
function challenge({
  baseUrl,
  error,
  description,
  scopes = READING_SCOPES,
  path = '/v1/mcp/sse',
}: {
  baseUrl: string;
  /**
   * The path of the endpoint that the client used, because the metadata document must name the same
   * path.
   */
  path?: string | undefined;
  /** Undefined when the client sent no credential. */
  error?: 'invalid_token' | 'insufficient_scope' | undefined;
  description?: string | undefined;
  scopes?: readonly string[];
}): string {
  const document = `${baseUrl}/.well-known/oauth-protected-resource${path}`;
  const parameters = [
    ['resource_metadata', document],
    ['scope', scopes.map(dotted).join(' ')],
    ...(error ? [['error', error]] : []),
    ...(description ? [['error_description', description]] : []),
  ];
  return `Bearer ${parameters.map(([name, value]) => `${name}="${quotable(value!)}"`).join(', ')}`;
}

/** Returns the challenge for an error of an assistants' route; null when there is none. */
export function challengeFor(
  error: unknown,
  {
    headers,
    actor,
    baseUrl,
    path,
  }: { baseUrl: string; path?: string; headers: IncomingHttpHeaders; actor: Actor | null },
): string | null {
  const place = { baseUrl: calledAs(baseUrl, headers.host), path };
  if (error instanceof Unauthenticated) {
    const wasSent = headers.authorization !== undefined;
    return challenge({
      ...place,
      ...(wasSent && { error: 'invalid_token', description: error.message }),
    });
  }
  if (error instanceof InsufficientScope) {
    // Includes the scopes that the client already has. Otherwise the client would lose them with
    // its next token.
    const held = actor && 'scopes' in actor ? actor.scopes.map(dotted) : [];
    const scopes = [...new Set([...held, ...error.scope.split(' ')])];
    const description = error.message;
    return challenge({ ...place, error: 'insufficient_scope', description, scopes });
  }
  return null;
}

/** Quoted strings in headers must be plain ASCII. */
function quotable(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, '...').replace(/["\\]/g, "'");
}
