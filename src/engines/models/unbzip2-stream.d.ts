declare module 'unbzip2-stream' {
  import type { Duplex } from 'node:stream';
  /** Accepts compressed bytes and yields decompressed bytes. */
  export default function unbzip2(): Duplex;
}
