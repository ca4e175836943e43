/** The path of the assistants' endpoint, and the others under which it answers too. */
export const ENDPOINT = '/v1/mcp/sse';
export const ENDPOINT_PATHS = [ENDPOINT, '/v1/mcp', '/mcp'] as const;

/** What tokens are made for, as it is written into them. */
export function canonicalResource(baseUrl: string): string {
  return baseUrl + ENDPOINT;
}

/** Whether an address that a client names is the assistants' endpoint, under any of its names. */
export function isEndpoint(baseUrl: string, resource: string): boolean {
  return namesOf(baseUrl).some((site) =>
    ENDPOINT_PATHS.some((path) => [site + path, `${site}${path}/`].includes(resource)),
  );
}

/**
 * The service by the name that a caller uses. Clients compare the address they were given with the
 * one that the documents name, and on its own machine the service has three.
 */
export function calledAs(baseUrl: string, host: string | undefined): string {
  return namesOf(baseUrl).find((site) => new URL(site).host === host) ?? baseUrl;
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

function namesOf(baseUrl: string): string[] {
  if (!LOOPBACK.includes(new URL(baseUrl).hostname)) return [baseUrl];
  return LOOPBACK.map((hostname) => Object.assign(new URL(baseUrl), { hostname }).origin);
}
