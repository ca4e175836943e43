/** What other apps shared. The service worker keeps it until the user has imported it. */
const CACHE = 'shared';

export interface Shared {
  path: string;
  file: File;
  kind: 'recording' | 'text' | 'unknown';
  /** The first words of a text. */
  preview: string;
}

const RECORDING = /^(?:audio|video)\//;
const RECORDING_NAME = /\.(?:m4a|opus|og[ga]|flac|wav|mp[34]|aac|webm)$/i;
const TEXT = /^text\/(?:plain|markdown)\b/;
const TEXT_NAME = /\.(?:txt|md)$/i;
const PREVIEW_BYTES = 600;

/** Without https, a browser keeps nothing. */
const open = async () => ('caches' in globalThis ? caches.open(CACHE) : null);

export async function countShared(): Promise<number> {
  return (await (await open())?.keys())?.length ?? 0;
}

export async function listShared(): Promise<Shared[]> {
  const cache = await open();
  const requests = (await cache?.keys()) ?? [];
  const all = await Promise.all(
    requests.map(async ({ url }) => {
      const kept = await cache!.match(url);
      return kept ? toShared(new URL(url).pathname, kept) : [];
    }),
  );
  return all.flat();
}

async function toShared(path: string, kept: Response): Promise<Shared> {
  const name = decodeURIComponent(kept.headers.get('X-Name') ?? '');
  const lastModified = Number(kept.headers.get('X-At'));
  const blob = await kept.blob();
  // An interrupted upload goes on only for a file of the same name and time.
  const file = new File([blob], name, { type: blob.type, lastModified });
  const kind = kindOf(file);
  const preview = kind === 'text' ? await blob.slice(0, PREVIEW_BYTES).text() : '';
  return { path, file, kind, preview };
}

function kindOf({ name, type }: File): Shared['kind'] {
  if (RECORDING.test(type) || RECORDING_NAME.test(name)) return 'recording';
  return TEXT.test(type) || TEXT_NAME.test(name) ? 'text' : 'unknown';
}

export async function deleteShared(path: string): Promise<void> {
  await (await open())?.delete(path);
}

/** Deletes everything. */
export async function deleteAllShared(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(CACHE);
}
