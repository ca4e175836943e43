declare module 'unbzip2-stream' {
  import type { Duplex } from 'node:stream';
  /** Takes compressed bytes, yields decompressed ones. */
  export default function unbzip2(): Duplex;
}
