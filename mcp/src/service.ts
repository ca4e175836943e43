/** The address of the service and the key with which a local server calls it. */
export interface Service {
  /** The URL of the hosted MCP endpoint. */
  endpoint: string;
  /** The default key, for calls without their own. */
  key: string | undefined;
}

const DEFAULT_BASE_URL = 'http://127.0.0.1:8080';
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/;

/**
 * Reads `SVC_API_BASE_URL` and `SVC_API_KEY`. The address may be the address of the service or, in
 * older set-ups, of its MCP routes (`…/v1/mcp/`). Throws an Error with a readable message when the
 * text is not an address.
 */
export function serviceOf(environment: NodeJS.ProcessEnv): Service {
  const given = environment['SVC_API_BASE_URL']?.trim() || DEFAULT_BASE_URL;
  const address = /^https?:\/\//i.test(given)
    ? given
    : `${LOOPBACK.test(given) ? 'http' : 'https'}://${given}`;
  if (!URL.canParse(address)) {
    throw new Error(
      `SVC_API_BASE_URL is "${given}", which is not an address. Use one such as ` +
        'https://me.example.org.',
    );
  }
  const base = new URL(address);
  const path = base.pathname.replace(/\/+$/, '').replace(/\/v1\/mcp(\/sse)?$|\/mcp$/, '');
  return {
    endpoint: `${base.origin}${path}/v1/mcp/sse`,
    key: environment['SVC_API_KEY']?.trim() || undefined,
  };
}

const FAMILY = 'svc_mcp_';
const HOW = 'Create an MCP key in the settings of the service (Keys), and set it as SVC_API_KEY.';

/** Returns a sentence about the wrong format of a key; null for a well-formed key. */
export function complaintAbout(key: string | undefined): string | null {
  if (!key) return `There is no MCP key. ${HOW} Or send it with the call, as api_key.`;
  if (key.startsWith(FAMILY)) return null;
  const other = { svc_dev_: 'a developer key', svc_ses_: 'a session', svc_oat_: 'an OAuth token' };
  const [, name] = Object.entries(other).find(([prefix]) => key.startsWith(prefix)) ?? [];
  return name
    ? `The key is ${name}, which does not open MCP: that needs an MCP key (${FAMILY}…). ${HOW}`
    : `The key is not an MCP key: MCP keys begin with ${FAMILY}. ${HOW}`;
}
