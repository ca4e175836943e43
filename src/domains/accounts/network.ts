import { isIPv4 } from 'node:net';

/**
 * The network that wrong passwords are counted by. An IPv4 address counts alone: its neighbours are
 * other customers, and behind one address there may be a whole office already. Of IPv6 the first 64 bits
 * count: they are what one customer gets, and within them anybody may take any address.
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
