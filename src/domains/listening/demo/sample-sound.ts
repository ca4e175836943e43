import { readFileSync } from 'node:fs';

export const SOUND = new URL('../../../../assets/demo.ogg', import.meta.url);

const PAGE_HEADER_BYTES = 27;
/** The first two packets describe the stream. */
const HEAD_PACKETS = 2;

/** The length of a packet. */
export const PACKET_MS = 20;

/** Returns the Opus packets of the sample, as a device sends them. */
export function packetsOfSample(file: Uint8Array = readFileSync(SOUND)): Uint8Array[] {
  const packets: Uint8Array[] = [];
  for (let page = 0; page < file.length;) {
    const segments = file[page + PAGE_HEADER_BYTES - 1]!;
    const lacing = file.subarray(page + PAGE_HEADER_BYTES, page + PAGE_HEADER_BYTES + segments);
    let at = page + PAGE_HEADER_BYTES + segments;
    let from = at;
    for (const length of lacing) {
      at += length;
      if (length === 255) continue;
      packets.push(file.subarray(from, at));
      from = at;
    }
    page = at;
  }
  return packets.slice(HEAD_PACKETS);
}
