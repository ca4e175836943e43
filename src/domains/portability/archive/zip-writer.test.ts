import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { ZipWriter } from './zip-writer.ts';

test('the reason why a content cannot be read is passed on', async () => {
  const writer = new ZipWriter();
  writer.output.resume();
  const content = async function* () {
    yield Buffer.from('half');
    throw new Error('The disk is gone.');
  };
  await assert.rejects(writer.add('one', content()), { message: 'The disk is gone.' });
});

test('a reader that leaves ends the content that is being written', async () => {
  const writer = new ZipWriter();
  const closed = Promise.withResolvers<void>();
  const content = async function* () {
    try {
      for (;;) {
        yield Buffer.alloc(65_536);
        writer.output.destroy();
      }
    } finally {
      closed.resolve();
    }
  };
  await assert.rejects(writer.add('one', content()), /reader of the archive left/);
  await closed.promise;
});

test('listed entries have the size and checksum of their content', async () => {
  const writer = new ZipWriter();
  const archive = buffer(writer.output);
  await writer.add('listed', [Buffer.from('ab'), Buffer.from('c')], { countRows: () => 2 });
  await writer.add('unlisted', [Buffer.from('d')], { isListed: false });
  writer.end();
  assert.ok((await archive).length > 0);
  assert.deepEqual(writer.entries, [
    {
      name: 'listed',
      rows: 2,
      bytes: 3,
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    },
  ]);
});
