/** Examinations of addresses: the port, the public address and the clock. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../config.ts';
import { findingsOf } from './finding.ts';
import type { Finding } from './finding.ts';

const PATIENCE_MS = 4_000;
/** Sign-in codes and tokens tolerate less than this difference. */
const MAX_SKEW_SECONDS = 60;
const LOOPBACK = /^(127\.|\[?::1\]?$|localhost$)/;

/** Asks the port for the health of the service; `isRunning` comes from the control socket. */
export async function examinePort({ server }: Config, isRunning: boolean): Promise<Finding> {
  const { ok, fault } = findingsOf('port');
  const { host, port } = server;
  if (port === 0) return ok('The system chooses a port.');
  const name = `Port ${port} on ${host}`;
  const answered = await healthAt(`http://${LOOPBACK.test(host) ? host : '127.0.0.1'}:${port}`);
  if (answered.isOurs) return ok(`The service answers on port ${port}.`);
  if (isRunning) {
    return fault(
      `The service runs, but ${name.toLowerCase()} gives no healthy answer (${answered.problem}).`,
      'Read its log, and start it again.',
    );
  }
  const problem = await bindProblem(host, port);
  if (problem === null) return ok(`${name} is free.`);
  return problem === 'EADDRINUSE'
    ? fault(
        `${name} is in use by another program.`,
        'Stop that program, or choose another port with PORT.',
      )
    : fault(`Cannot listen on ${host}:${port} (${problem}).`, 'Check HOST and PORT.');
}

async function bindProblem(host: string, port: number): Promise<string | null> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  } finally {
    server.close();
  }
}

interface Health {
  isOurs: boolean;
  problem: string;
  /** The time in the header `Date`. */
  at: Date | null;
}

async function healthAt(address: string): Promise<Health> {
  try {
    const answer = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const text = await answer.text();
    const date = answer.headers.get('date');
    const isOurs = answer.ok && text.includes('"status":"ok"');
    return { isOurs, problem: `status ${answer.status}`, at: date ? new Date(date) : null };
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    return { isOurs: false, problem: cause?.code ?? message, at: null };
  }
}

export async function examineAddress({ server }: Config, isRunning: boolean): Promise<Finding[]> {
  const { ok, warning, fault } = findingsOf('public address');
  const { baseUrl, host, trustedProxies } = server;
  if (baseUrl === undefined) {
    return LOOPBACK.test(host)
      ? [ok('None is set; the service is for this machine only.')]
      : [
          warning(
            `The service listens on ${host}, and SVC_BASE_URL is not set.`,
            'Set SVC_BASE_URL to the address that people use, such as https://me.example.org.',
          ),
        ];
  }
  const { protocol, hostname } = new URL(baseUrl);
  const isLocal = LOOPBACK.test(hostname);
  const findings: Finding[] = [];
  if (protocol === 'http:' && !isLocal) {
    findings.push(
      fault(
        `${baseUrl} is not HTTPS: browsers refuse it the microphone, and assistants refuse to connect.`,
        'Put a proxy with HTTPS in front (docs/https.md).',
      ),
    );
  }
  if (protocol === 'https:' && trustedProxies.length === 0) {
    findings.push(
      warning(
        'SVC_TRUSTED_PROXIES is not set, so all callers behind the proxy count as one.',
        'Set SVC_TRUSTED_PROXIES to the address of the proxy, such as 127.0.0.1.',
      ),
    );
  }
  const { isOurs, problem, at } = await healthAt(baseUrl);
  if (isRunning && !isOurs) {
    findings.push(
      fault(
        `${baseUrl} does not lead to the service (${problem}).`,
        'Check the proxy, the name and the firewall.',
      ),
    );
  }
  if (at) findings.push(skewOf(baseUrl, at));
  return findings.length > 0 ? findings : [ok(`${baseUrl}.`)];
}

/** Compares the clock of this machine with another one. */
export function skewOf(source: string, at: Date): Finding {
  const { ok, fault } = findingsOf('clock');
  const seconds = Math.round((Date.now() - at.getTime()) / 1000);
  if (Math.abs(seconds) <= MAX_SKEW_SECONDS) return ok(`It agrees with ${source}.`);
  const direction = seconds > 0 ? 'ahead of' : 'behind';
  return fault(
    `The clock is ${Math.abs(seconds)} seconds ${direction} ${source}.`,
    'Turn on the synchronisation of time (timedatectl set-ntp true).',
  );
}
