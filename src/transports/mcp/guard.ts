import { isIP } from 'node:net';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/** The sites of web pages that call MCP servers from the browsers of their users. */
const ASSISTANTS = ['chatgpt.com', 'claude.ai', 'claude.com', 'vscode.dev'];
/** URL schemes of desktop applications whose windows are not web pages. */
const APPLICATIONS = ['vscode-webview:', 'vscode-file:'];

/**
 * Refuses requests from foreign pages, and requests to foreign host names. `Host` shows a foreign
 * name that resolves to our address (DNS rebinding). `Origin` shows a foreign page that calls us.
 */
export function foreignness(
  { host, origin }: { host?: string; origin?: string },
  { publicUrl, origins }: { publicUrl: string; origins: readonly string[] },
): string | null {
  const own = new URL(publicUrl).hostname;
  const called = hostnameOf(`http://${host ?? ''}`);
  if (called === null || !(LOOPBACK.includes(called) || isAddress(called) || called === own)) {
    return `The host name of this service is not "${host ?? ''}". Use ${publicUrl}, or set SVC_BASE_URL to its address.`;
  }
  if (origin === undefined) return null;
  const page = URL.canParse(origin) ? new URL(origin) : null;
  const trusted =
    page !== null &&
    (LOOPBACK.includes(page.hostname) ||
      APPLICATIONS.includes(page.protocol) ||
      (page.protocol === 'https:' && ASSISTANTS.includes(page.hostname)) ||
      page.origin === new URL(publicUrl).origin ||
      page.host === host ||
      origins.includes(page.origin));
  return trusted
    ? null
    : `Pages of ${origin} may not use this service. Its operator can allow them: SVC_ALLOWED_ORIGINS or SVC_MCP_ORIGINS.`;
}

function hostnameOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname : null;
}

/** DNS rebinding is impossible with a literal IP address. */
function isAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}
