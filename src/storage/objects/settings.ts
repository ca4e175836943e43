import { setting } from '../../core/setting.ts';
import { folderOrBucket } from '../bucket/settings.ts';

export const fileSettings = {
  address: setting({
    env: 'SVC_FILES',
    doc:
      'The store for kept sound and photos: a folder, or `s3://bucket/folder` in an S3-compatible ' +
      'store. All processes of a service must reach the same one. Without it, processes that share ' +
      'a PostgreSQL server keep these files in the database, and so recordings and imports that ' +
      'wait, up to 1 GiB each.',
    schema: folderOrBucket.optional(),
    fallback: '`files` in the data folder; with `DATABASE_URL`: the database',
  }),
};
