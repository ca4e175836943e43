/** The path of the assistants' endpoint. ENDPOINT_PATHS lists all its paths. */
export const ENDPOINT = '/v1/mcp/sse';
export const ENDPOINT_PATHS = [ENDPOINT, '/v1/mcp', '/mcp'] as const;

/** Returns the resource identifier for issued tokens. */
export function canonicalResource(baseUrl: string): string {
  return baseUrl + ENDPOINT;
}

/** Returns whether this is an address of the assistants' endpoint. */
export function isEndpoint(baseUrl: string, resource: string): boolean {
  return namesOf(baseUrl).some((site) =>
    ENDPOINT_PATHS.some((path) => [site + path, `${site}${path}/`].includes(resource)),
  );
}

/**
 * Returns the base URL with the host name that the caller uses. Clients compare their configured
 * address with the address in the documents, and a service on the caller's own machine has three
 * host names.
 */
export function calledAs(baseUrl: string, host: string | undefined): string {
  return namesOf(baseUrl).find((site) => new URL(site).host === host) ?? baseUrl;
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

function namesOf(baseUrl: string): string[] {
  if (!LOOPBACK.includes(new URL(baseUrl).hostname)) return [baseUrl];
  return LOOPBACK.map((hostname) =>
    Object.assign(new URL(baseUrl), { hostname }).href.replace(/\/$/, ''),
  );
}
