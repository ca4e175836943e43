import assert from 'node:assert/strict';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { removeFolder, temporaryFolder } from '../../../testing/template.ts';
import { archiveName, isOurArchive } from './names.ts';
import { openArchive, openPlace, openTarget } from './address.ts';

const NONE = {
  s3Region: 'eu-test-1',
  s3Endpoint: undefined,
  s3KeyId: undefined,
  s3Secret: undefined,
  s3SessionToken: undefined,
  s3PathStyle: undefined,
} as const;
const BUCKET = { ...NONE, s3KeyId: 'id', s3Secret: 'secret' };

let folder: string;
before(() => void (folder = temporaryFolder()));
after(() => removeFolder(folder));

const signal = new AbortController().signal;

test('the name of an archive says its time and whether it is encrypted', () => {
  const now = new Date('2026-01-02T03:04:05.678Z');
  assert.equal(archiveName(now, false), 'commonplace-2026-01-02T03-04-05Z.tar.gz');
  assert.equal(archiveName(now, true), 'commonplace-2026-01-02T03-04-05Z.tar.gz.age');
  assert.ok(isOurArchive(archiveName(now, false)) && isOurArchive(archiveName(now, true)));
  assert.ok(!isOurArchive('commonplace-2026-01-02T03-04-05Z.tar.gz.123.partial'));
});

test('a name with the ending of an archive is an archive, another name is a folder', () => {
  const of = (address: string) => {
    const { place, name } = openTarget(address, BUCKET);
    return [place.address, name];
  };
  assert.deepEqual(of('/backups'), ['/backups', null]);
  for (const name of ['x.tar.gz', 'x.tgz', 'x.tar.gz.age'])
    assert.deepEqual(of(`/backups/${name}`), ['/backups', name]);
  assert.deepEqual(of('x.tar.gz'), [resolve('.'), 'x.tar.gz']);
  assert.deepEqual(of('s3://my-bucket/our'), ['s3://my-bucket/our', null]);
  assert.deepEqual(of('s3://my-bucket/our/x.tar.gz'), ['s3://my-bucket/our', 'x.tar.gz']);
  assert.deepEqual(of('s3://my-bucket/x.tar.gz'), ['s3://my-bucket/', 'x.tar.gz']);
  assert.equal(openArchive('s3://my-bucket/x.age', BUCKET).address, 's3://my-bucket/x.age');
});

test('an address that cannot be right is refused', () => {
  assert.throws(
    () => openPlace('s3://My_Bucket/x', BUCKET),
    /is not an address such as s3:\/\/buck/,
  );
  assert.throws(() => openPlace('s3://my-bucket', NONE), /set AWS_ACCESS_KEY_ID and AWS_SECRET/);
  for (const address of ['s3://my-bucket/', 's3://x.tar.gz'])
    assert.throws(() => openArchive(address, BUCKET), /names no archive\. Use an address such/);
});

test('an archive appears in a folder when it is complete, and only its owner may read it', async () => {
  const place = openPlace(join(folder, 'new/backups'), NONE);
  await place.prepare();
  const sink = place.sink('x.tar.gz');
  await sink.write(Readable.from([Buffer.from('some '), Buffer.from('bytes')]), signal);
  assert.ok(!readdirSync(place.address).includes('x.tar.gz'));
  assert.equal(await sink.finish(), 10);
  assert.deepEqual(readdirSync(place.address), ['x.tar.gz']);
  assert.equal(statSync(join(place.address, 'x.tar.gz')).mode & 0o777, 0o600);
  assert.equal(statSync(place.address).mode & 0o777, 0o700);
  const { bytes, content } = await place.archive('x.tar.gz').open();
  assert.deepEqual([bytes, String(await buffer(content))], [10, 'some bytes']);
});

test('an archive is on the disk before it has its name, and then its name is', async (t) => {
  const own = join(folder, 'synced');
  mkdirSync(own);
  await using handle = await open(own);
  const synced: string[] = [];
  t.mock.method(Object.getPrototypeOf(handle) as FileHandle, 'sync', function (this: FileHandle) {
    synced.push(readlinkSync(`/proc/self/fd/${this.fd}`));
    return Promise.resolve();
  });
  const sink = openPlace(own, NONE).sink('x.tar.gz');
  await sink.write(Readable.from([Buffer.from('bytes')]), signal);
  await sink.finish();
  assert.deepEqual(synced, [join(own, `x.tar.gz.${process.pid}.partial`), own]);
});

test('a discarded archive leaves the former one', async () => {
  writeFileSync(join(folder, 'x.tar.gz'), 'the former one');
  const sink = openPlace(folder, NONE).sink('x.tar.gz');
  await sink.write(Readable.from([Buffer.from('new')]), signal);
  await sink.discard();
  assert.equal(readFileSync(join(folder, 'x.tar.gz'), 'utf8'), 'the former one');
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('partial')),
    [],
  );
});

test('regular backups are listed, the newest first, and other files are not', async () => {
  const list = join(folder, 'list');
  mkdirSync(list);
  const nameOf = (day: number) => archiveName(new Date(`2026-01-0${day}T00:00:00Z`), false);
  for (const day of [2, 3, 1]) {
    writeFileSync(join(list, nameOf(day)), 'x'.repeat(day));
    utimesSync(join(list, nameOf(day)), day, day);
  }
  for (const name of ['notes.txt', 'before-upgrade-from-60.tar.gz', `${nameOf(4)}.1.partial`])
    writeFileSync(join(list, name), 'x');
  const place = openPlace(relative('.', list), NONE);
  assert.deepEqual(
    await place.list(),
    [3, 2, 1].map((day) => ({ name: nameOf(day), bytes: day, made_at: new Date(day * 1000) })),
  );
  await place.remove(nameOf(3));
  await place.remove(nameOf(3));
  assert.deepEqual(
    (await place.list()).map(({ name }) => name),
    [nameOf(2), nameOf(1)],
  );
  assert.deepEqual(await openPlace(join(list, 'none'), NONE).list(), []);
});

test('a folder that cannot be made and an archive that is not there are named', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, 'x');
  await assert.rejects(
    openPlace(join(file, 'below'), NONE).prepare(),
    /^Error: The folder .*below cannot be made \(ENOTDIR\)\. Choose another\.$/,
  );
  await assert.rejects(
    openArchive(join(folder, 'none.tar.gz'), NONE).open(),
    /^Error: There is no archive .*none\.tar\.gz\.$/,
  );
});
