/** Addresses of places and archives, as operators write them. */
import { basename, dirname, resolve } from 'node:path';
import { StartError } from '../../../core/errors.ts';
import { bucketPlace } from './bucket/bucket.ts';
import { folderPlace } from './folder.ts';
import type { BackupPlace, StoredArchive } from './place.ts';
import { bucketComplaint, isBucketAddress, parseBucketAddress } from '../../bucket/settings.ts';
import type { BucketSettings } from '../../bucket/settings.ts';

export function openPlace(address: string, settings: BucketSettings): BackupPlace {
  if (!isBucketAddress(address)) return folderPlace(resolve(address));
  const parsed = parseBucketAddress(address);
  if (!parsed) throw new StartError(`${address} is not an address such as s3://bucket/folder.`);
  const complaint = bucketComplaint(settings);
  if (complaint !== null) throw new StartError(complaint);
  return bucketPlace(parsed, settings);
}

/** A name with the ending of an archive is an archive; any other name is a folder. */
export function openTarget(
  address: string,
  settings: BucketSettings,
): { place: BackupPlace; name: string | null } {
  if (!/\.(tar\.gz|tgz|age)$/.test(address)) {
    return { place: openPlace(address, settings), name: null };
  }
  const { folder, name } = split(address);
  return { place: openPlace(folder, settings), name };
}

export function openArchive(address: string, settings: BucketSettings): StoredArchive {
  const { folder, name } = split(address);
  return openPlace(folder, settings).archive(name);
}

function split(address: string): { folder: string; name: string } {
  if (!isBucketAddress(address)) {
    const path = resolve(address);
    return { folder: dirname(path), name: basename(path) };
  }
  const slash = address.lastIndexOf('/');
  const [folder, name] = [address.slice(0, slash), address.slice(slash + 1)];
  if (!isBucketAddress(folder) || name === '') {
    throw new StartError(
      `${address} names no archive. Use an address such as s3://bucket/NAME.tar.gz.`,
    );
  }
  return { folder, name };
}
