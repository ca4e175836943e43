/** Moto, an S3-compatible server of others, from PyPI. */
import { spawn } from 'node:child_process';
import { BucketStore } from '../../../storage/bucket/store.ts';
import type { BucketSettings } from '../../../storage/bucket/settings.ts';
import { pythonWith } from '../../docs/python-packages.ts';
import { eventually } from '../../eventually.ts';
import { freePort } from '../free-port.ts';

export const NO_MOTO = 'Python with moto is missing, and pip could not install it.';

export interface Moto extends AsyncDisposable {
  bucket: string;
  settings: BucketSettings;
}

/** Starts moto with a bucket; returns null when it cannot be installed. */
export async function startMoto(): Promise<Moto | null> {
  const python = pythonWith(['moto[s3,server]==5.2.5']);
  if (!python) return null;
  const port = await freePort();
  const words = ['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)];
  const child = spawn(python, words, { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await eventually('the start of moto', async () => (await fetch(url).catch(() => null)) !== null);
  const settings = {
    s3Endpoint: url,
    s3Region: 'us-east-1',
    s3KeyId: 'id',
    s3Secret: 'secret',
    s3SessionToken: undefined,
    s3PathStyle: undefined,
  };
  const bucket = 'my-bucket';
  await new BucketStore(bucket, settings).ask({ method: 'PUT' });
  return {
    bucket,
    settings,
    async [Symbol.asyncDispose]() {
      child.kill();
      await new Promise((resolve) => void child.once('exit', resolve));
    },
  };
}
