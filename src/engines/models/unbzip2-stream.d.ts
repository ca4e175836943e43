declare module 'unbzip2-stream' {
  import type { Duplex } from 'node:stream';
  /** Takes compressed bytes, gives the others. */
  export default function unbzip2(): Duplex;
}
