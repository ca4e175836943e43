import { BlockList, isIPv6 } from 'node:net';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { RateLimited } from '../../../core/errors.ts';
import { networkOf } from '../../../domains/accounts/network.ts';
import { answerRaw } from './raw-answer.ts';

export interface ConnectionLimits {
  /** The maximum number of connections. */
  total: number;
  /** The maximum number of connections, or of requests through trusted proxies, of one address. */
  perAddress: number;
}

const RETRY_SECONDS = 10;
const TOO_MANY = 'Too many connections are open. Try again later.';
const TOO_MANY_FROM_ADDRESS =
  'Too many connections are open from your network address. Close some, or try again later.';

/**
 * Limits the open connections, in all and for each network address, so that one stranger cannot
 * take the connections of everybody. The connections of a trusted proxy belong to many callers, so
 * for these the requests in progress of each forwarded address count.
 */
export function limitConnections(
  app: FastifyInstance,
  { total, perAddress }: ConnectionLimits,
  trustedProxies: readonly string[],
): Set<Socket> {
  const open = new Set<Socket>();
  const proxies = listOf(trustedProxies);
  const isProxy = ({ remoteAddress = '' }: Socket) =>
    proxies.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4');
  const counts = new Map<string, number>();
  /** Returns false when the address has too many; otherwise counts until `emitter` closes. */
  const count = (address: string, emitter: NodeJS.EventEmitter): boolean => {
    const before = counts.get(address) ?? 0;
    if (before >= perAddress) return false;
    counts.set(address, before + 1);
    emitter.once('close', () => {
      const left = counts.get(address)! - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    });
    return true;
  };

  app.server.on('connection', (socket: Socket) => {
    const refuse = (detail: string, status: 429 | 503) => {
      // A connection that is reset while the answer is on its way is not an error of the service.
      socket.on('error', () => {});
      answerRaw(socket, { status, detail, retryAfterSeconds: RETRY_SECONDS });
    };
    if (open.size >= total) return refuse(TOO_MANY, 503);
    const { remoteAddress = null } = socket;
    if (!isProxy(socket) && !count(networkOf(remoteAddress), socket)) {
      return refuse(TOO_MANY_FROM_ADDRESS, 429);
    }
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    if (!isProxy(socket)) return;
    // After an upgrade there is no answer that could close.
    const until = request.headers.upgrade === undefined ? reply.raw : socket;
    if (!count(networkOf(request.ip), until)) {
      throw new RateLimited(TOO_MANY_FROM_ADDRESS, RETRY_SECONDS);
    }
  });
  return open;
}

function listOf(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const each of addresses) {
    const [address = '', bits] = each.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
