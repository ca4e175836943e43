/** Tests that uploads in pieces leave space on the disk, and that nobody promises it away. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { silence } from '../../src/engines/audio/testing.ts';
import { writeWav } from '../../src/engines/audio/wav.ts';
import { ApiUser } from '../../src/testing/clients/api-user.ts';
import { startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';
import { copyTemplate, removeFolder } from '../../src/testing/template.ts';

const UPLOAD = '/v1/conversations/upload';
const TUS = { 'Tus-Resumable': '1.0.0' };
const MIB = 1024 ** 2;
const GIB = 1024 ** 3;
/** A disk that has this much space above the gigabyte that stays free. */
const SPARE_MIB = 60;

const folder = copyTemplate('owned');
const uploads = join(folder, 'uploads');
mkdirSync(uploads, { recursive: true });
const size = `size=${1024 + SPARE_MIB}m`;
const isMounted =
  spawnSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', uploads], { stdio: 'ignore' }).status ===
  0;
const onSmallDisk = { skip: isMounted ? false : 'mounting a small disk needs root' };
let service: TestService;

before(async () => {
  service = await startService({ environment: { SVC_DATA_DIR: folder, SVC_SIGN_UP: 'open' } });
});
after(async () => {
  await service[Symbol.asyncDispose]();
  if (isMounted) spawnSync('umount', ['-l', uploads]);
  removeFolder(folder);
});

class Uploader {
  readonly user: ApiUser;
  constructor(user: ApiUser) {
    this.user = user;
  }
  static async new(name: string): Promise<Uploader> {
    return new Uploader(await ApiUser.signUp(service.service.url, `${name}@example.org`));
  }
  async send(method: string, place: string, more: Record<string, string>, body?: Uint8Array) {
    const answer = await fetch(new URL(place, service.service.url), {
      method,
      headers: { ...TUS, Authorization: `Bearer ${this.user.token}`, ...more },
      ...(body && { body: new Uint8Array(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      detail: text.startsWith('{') ? (JSON.parse(text) as { detail: string }).detail : text,
      place: answer.headers.get('location') ?? '',
    };
  }
  begin(bytes: number) {
    return this.send('POST', UPLOAD, { 'Upload-Length': String(bytes) });
  }
  beginDeferred() {
    return this.send('POST', UPLOAD, { 'Upload-Defer-Length': '1' });
  }
  piece(place: string, offset: number, bytes: Uint8Array, more: Record<string, string> = {}) {
    return this.send(
      'PATCH',
      place,
      {
        'Upload-Offset': String(offset),
        'Content-Type': 'application/offset+octet-stream',
        ...more,
      },
      bytes,
    );
  }
  async drop(...places: string[]) {
    for (const place of places) assert.equal((await this.send('DELETE', place, {})).status, 204);
  }
}

test('what uploads declare is reserved, also when they begin together', onSmallDisk, async () => {
  const users = await Promise.all(['a', 'b', 'c'].map((name) => Uploader.new(name)));
  const begun = await Promise.all(
    [...users, ...users, ...users].map(async (user) => ({ user, ...(await user.begin(14 * MIB)) })),
  );
  const admitted = begun.filter(({ status }) => status === 201);
  const refused = begun.filter(({ status }) => status !== 201);
  assert.equal(admitted.length, 4);
  assert.deepEqual([...new Set(refused.map(({ status }) => status))], [507]);
  assert.match(refused[0]!.detail, /too little space/);
  // Every upload that was admitted arrives whole.
  const sent = await Promise.all(
    admitted.map(({ user, place }) => user.piece(place, 0, new Uint8Array(14 * MIB - 1))),
  );
  assert.deepEqual(
    sent.map(({ status }) => status),
    admitted.map(() => 204),
  );
  assert.ok(statfsSync(uploads).bavail * statfsSync(uploads).bsize > GIB);
  for (const { user, place } of admitted) await user.drop(place);
  const again = await users[0]!.begin(14 * MIB);
  assert.equal(again.status, 201);
  await users[0]!.drop(again.place);
});

test(
  'a piece for which the space is gone is a 507, and the upload goes on later',
  onSmallDisk,
  async () => {
    const user = await Uploader.new('d');
    const { place } = await user.begin(30 * MIB);
    assert.equal((await user.piece(place, 0, new Uint8Array(4 * MIB))).status, 204);
    const other = join(uploads, 'data-of-others');
    writeFileSync(other, new Uint8Array(45 * MIB));
    const refused = await user.piece(place, 4 * MIB, new Uint8Array(20 * MIB));
    assert.equal(refused.status, 507);
    const { headers } = await user.send('HEAD', place, {});
    assert.equal(headers.get('upload-offset'), String(4 * MIB));
    rmSync(other);
    assert.equal((await user.piece(place, 4 * MIB, new Uint8Array(20 * MIB))).status, 204);
    await user.drop(place);
  },
);

test(
  'an upload of unknown length takes no space that others were promised',
  onSmallDisk,
  async () => {
    const [user, other] = [await Uploader.new('e'), await Uploader.new('f')];
    const promised = await other.begin(40 * MIB);
    const { place, status } = await user.beginDeferred();
    assert.equal(status, 201);
    assert.equal((await user.piece(place, 0, new Uint8Array(10 * MIB))).status, 204);
    // Without a declared length of the piece, what has arrived is measured.
    const answer = await fetch(new URL(place, service.service.url), {
      method: 'PATCH',
      headers: {
        ...TUS,
        Authorization: `Bearer ${user.user.token}`,
        'Upload-Offset': String(10 * MIB),
        'Content-Type': 'application/offset+octet-stream',
      },
      body: ReadableStream.from(Array.from({ length: 40 }, () => new Uint8Array(MIB))),
      duplex: 'half',
    } as RequestInit).catch(() => null);
    assert.ok(answer === null || answer.status === 507, String(answer?.status));
    const { bavail, bsize } = statfsSync(uploads);
    assert.ok(bavail * bsize >= GIB + 40 * MIB - 16 * MIB, `${bavail * bsize}`);
    const declared = await user.piece(place, 10 * MIB, new Uint8Array(1), {
      'Upload-Length': String(60 * MIB),
    });
    assert.ok([409, 507].includes(declared.status), String(declared.status));
    await user.drop(place);
    await other.drop(promised.place);
  },
);

test('a user has at most 20 unfinished uploads, and a deleted one makes room', async () => {
  const [user, other] = [await Uploader.new('g'), await Uploader.new('h')];
  const begun = await Promise.all(Array.from({ length: 30 }, () => user.begin(100)));
  const places = begun.filter(({ status }) => status === 201).map(({ place }) => place);
  assert.equal(places.length, 20);
  const refused = begun.find(({ status }) => status !== 201)!;
  assert.equal(refused.status, 429);
  assert.match(refused.detail, /20 unfinished uploads/);
  assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
  const others = await other.begin(100);
  assert.equal(others.status, 201);
  await user.drop(places.pop()!);
  const again = await user.begin(100);
  assert.equal(again.status, 201);
  await user.drop(...places, again.place);
  await other.drop(others.place);
});

test('the unfinished uploads of a user declare at most 16 GiB together', async () => {
  const user = await Uploader.new('i');
  const begun = [];
  for (let count = 0; count < 3; count += 1) begun.push(await user.begin(8 * GIB));
  // A disk without the space refuses earlier.
  const { detail, status } = begun.at(-1)!;
  assert.ok(status === 429 || status === 507, String(status));
  if (status === 429) assert.match(detail, /16 GiB/);
  await user.drop(...begun.filter((each) => each.status === 201).map(({ place }) => place));
});

test('a finished upload takes no space, and answers again with its conversation', async () => {
  const user = await Uploader.new('j');
  const file = writeWav(silence(30));
  const { place } = await user.begin(file.byteLength);
  const finished = await user.piece(place, 0, new Uint8Array(file));
  assert.equal(finished.status, 204, finished.detail);
  const conversation = finished.headers.get('x-svc-conversation-id');
  assert.ok(conversation);
  const { headers } = await user.send('HEAD', place, {});
  assert.equal(headers.get('upload-offset'), String(file.byteLength));
  const again = await user.piece(place, file.byteLength, new Uint8Array(0));
  assert.equal(again.headers.get('x-svc-conversation-id'), conversation);
  const id = place.split('/').at(-1)!;
  const bytes = readdirSync(uploads)
    .filter((name) => name.startsWith(id))
    .map((name) => statSync(join(uploads, name)).blocks * 512);
  assert.ok(Math.max(...bytes) < 8_192, bytes.join());
});

test('a file that is no recording is refused, and its bytes are deleted', async () => {
  const user = await Uploader.new('k');
  const { place } = await user.begin(100_000);
  const refused = await user.piece(place, 0, new Uint8Array(100_000).fill(7));
  assert.equal(refused.status, 400);
  assert.match(refused.detail, /no sound that can be read/);
  assert.equal((await user.send('HEAD', place, {})).status, 404);
  const id = place.split('/').at(-1)!;
  assert.deepEqual(
    readdirSync(uploads).filter((name) => name.startsWith(id)),
    [],
  );
});
