import { join, resolve } from 'node:path';
import { isBucketAddress, parseBucketAddress } from '../bucket/settings.ts';
import type { BucketSettings } from '../bucket/settings.ts';
import type { Log } from '../../core/log.ts';
import { bucketObjects } from './bucket.ts';
import { Files } from './files.ts';
import { folderStore } from './folder.ts';
import type { ObjectStore } from './store.ts';

/** The folder for files below the data folder, which only the embedded database uses unasked. */
export const FILES_FOLDER = 'files';

interface StoreSettings {
  /** The setting `SVC_FILES`. */
  address: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  bucket: BucketSettings;
}

export function openFiles(settings: StoreSettings, log: Log): Files {
  return new Files(openObjectStore(settings), log);
}

/** Returns null when files stay in the database. */
function openObjectStore(settings: StoreSettings): ObjectStore | null {
  const { address, dataDir, databaseUrl, bucket } = settings;
  if (address !== undefined && isBucketAddress(address)) {
    return bucketObjects(parseBucketAddress(address)!, bucket);
  }
  if (address !== undefined) return folderStore(resolve(address));
  return databaseUrl === undefined ? folderStore(join(dataDir, FILES_FOLDER)) : null;
}
