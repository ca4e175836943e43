import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { weightsFile } from '../../supervision/weights-file.ts';
import { LoadFailure } from '../../supervision/serve-requests.ts';

/** The files of the network and their SHA-256; `training/whisper` makes them. */
export const WHISPER_FILES = {
  encoder: {
    url: weightsFile('whisper-encoder.onnx'),
    sha256: '92abb8c57302e9f6a2a9fc56a1bfc0148300d4d2ae8e1234c8cff36c2749f5b8',
  },
  decoder: {
    url: weightsFile('whisper-decoder.onnx'),
    sha256: '528bc84199f830fcd438f5eb701250219b0da032aff69a612eb3ce4b34207f15',
  },
  vocabulary: {
    url: weightsFile('whisper-vocabulary.txt'),
    sha256: '34ce3fe1c5041027b3f8d42912270993f986dbc4bb34cf27f951e34a1e453913',
  },
} as const;

const CHUNK = 1 << 20;

/**
 * Returns what is wrong with the files and how to restore them; null when nothing is. A damaged model
 * could make the runtime abort its process, so no file is used before this check.
 */
export function damageOfWhisper(
  files: Record<string, { url: URL; sha256: string }> = WHISPER_FILES,
): string | null {
  for (const { url, sha256 } of Object.values(files)) {
    const found = sha256Of(fileURLToPath(url));
    if (found === sha256) continue;
    const is = found === null ? 'is missing or cannot be read' : 'is not the file of this version';
    return `assets/${basename(url.pathname)} ${is}. Restore it from the release or with: git checkout -- assets`;
  }
  return null;
}

/** Throws when a file is missing or damaged. */
export function verifyWhisper(): void {
  const damage = damageOfWhisper();
  if (damage !== null) throw new LoadFailure(damage);
}

/** Reads piece by piece, because the files are large; null when the file cannot be read. */
function sha256Of(path: string): string | null {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK);
  try {
    const file = openSync(path, 'r');
    try {
      for (let size = 1; size > 0;) {
        size = readSync(file, chunk);
        hash.update(chunk.subarray(0, size));
      }
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
  return hash.digest('hex');
}
