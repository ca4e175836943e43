/** The path of the assistants' endpoint, and the others under which it answers too. */
export const ENDPOINT = '/v1/mcp/sse';
export const ENDPOINT_PATHS = [ENDPOINT, '/v1/mcp', '/mcp'] as const;

/** What tokens are made for, as it is written into them. */
export function canonicalResource(baseUrl: string): string {
  return baseUrl + ENDPOINT;
}

/** Whether an address that a client names is the assistants' endpoint, under any of its names. */
export function isEndpoint(baseUrl: string, resource: string): boolean {
  return ENDPOINT_PATHS.some((path) => [baseUrl + path, `${baseUrl}${path}/`].includes(resource));
}
