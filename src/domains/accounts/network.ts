import { isIPv4 } from 'node:net';

/**
 * Returns the network by which wrong passwords are counted. For IPv4, this is the single address:
 * its neighbours may be other customers, and a whole office may already share it. For IPv6, it is
 * the first 64 bits, because a customer gets such a network and may use any address in it.
 */
export function networkOf(ip: string | null): string {
  if (ip === null) return 'unknown';
  const mapped = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;
  if (isIPv4(mapped)) return mapped;
  const [head = '', tail] = mapped.split('%')[0]!.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(missing).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
