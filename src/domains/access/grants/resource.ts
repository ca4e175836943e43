/** The path of the assistants' endpoint. ENDPOINT_PATHS lists all its paths. */
export const ENDPOINT = '/v1/mcp/sse';
export const ENDPOINT_PATHS = [ENDPOINT, '/v1/mcp', '/mcp'] as const;

/** Returns the resource identifier for issued tokens. */
export function canonicalResource(baseUrl: string): string {
  return baseUrl + ENDPOINT;
}

/**
 * Returns whether this is an address of the assistants' endpoint. Spellings that name the same
 * resource are equal (RFC 3986, 6.2): the letter case of scheme and host, the default port, and a
 * slash at the end.
 */
export function isEndpoint(baseUrl: string, resource: string): boolean {
  // The parser would drop white space, and read a backslash as a slash.
  const url = /[\s\\?#@]/.test(resource) ? null : URL.parse(resource);
  if (!url) return false;
  const named = url.href.replace(/\/$/, '');
  return namesOf(baseUrl).some((site) => ENDPOINT_PATHS.some((path) => site + path === named));
}

/**
 * Returns the base URL with the host name that the caller uses. Clients compare their configured
 * address with the address in the documents, and a service on the caller's own machine has three
 * host names.
 */
export function calledAs(baseUrl: string, host: string | undefined): string {
  const called = URL.parse(`${new URL(baseUrl).protocol}//${host}`)?.host;
  return namesOf(baseUrl).find((site) => new URL(site).host === called) ?? baseUrl;
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

function namesOf(baseUrl: string): string[] {
  const { hostname } = new URL(baseUrl);
  const hostnames = LOOPBACK.includes(hostname) ? LOOPBACK : [hostname];
  return hostnames.map((name) =>
    Object.assign(new URL(baseUrl), { hostname: name }).href.replace(/\/$/, ''),
  );
}
