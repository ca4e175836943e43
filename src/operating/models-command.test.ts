// Long: each command is a process.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { joinedSound, silence } from '../engines/audio/testing.ts';
import { speak } from '../engines/audio/testing-speech.ts';
import { writeWav } from '../engines/audio/wav.ts';
import {
  archiveOf,
  startReleases,
  type ReleaseServer,
} from '../engines/models/testing-releases.ts';
import { writeStreamingModel } from '../engines/recognition/local/testing-models.ts';
import { request } from '../testing/clients/api-user.ts';
import { Listener } from '../testing/clients/listener.ts';
import { compileCache } from '../testing/quick-node.ts';
import { startService } from '../testing/start-service.ts';

const MAIN = resolve('src/main.ts');
/** A model without a known hash, so that the tests can supply any file as its archive. */
const MODEL = 'multi-quality-stream';

let folder: string;
let archive: Buffer;
let releases: ReleaseServer;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'models-command-'));
  const source = join(folder, 'source');
  await writeStreamingModel(source);
  const file = async (name: string) => readFile(join(source, name));
  const speech = joinedSound(silence(1), await speak('Hello there.'), silence(1));
  archive = await archiveOf({
    'm/encoder.int8.onnx': await file('encoder.onnx'),
    'm/decoder.int8.onnx': await file('decoder.onnx'),
    'm/joiner.int8.onnx': await file('joiner.onnx'),
    'm/tokens.txt': await file('tokens.txt'),
    'm/test_wavs/0.wav': writeWav(speech),
    'm/test_wavs/trans.txt': '0.wav LOW LOW\n',
  });
  releases = await startReleases(archive);
});
after(async () => {
  await releases[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

interface Run {
  code: number;
  out: string;
  err: string;
}

/** The command as an operator calls it, with a data folder of the test. */
function commonplace(words: string[], environment: Record<string, string> = {}): Promise<Run> {
  const env = {
    ...compileCache(),
    PATH: process.env['PATH'],
    SVC_DATA_DIR: join(folder, 'data'),
    SVC_MODELS_MIRROR: releases.url,
    ...environment,
  };
  return new Promise((done) => {
    execFile(process.execPath, [MAIN, ...words], { env, cwd: folder }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

const hash = () => createHash('sha256').update(archive).digest('hex');

test('the command line lists, downloads, tries, verifies and removes a model', async () => {
  const listed = await commonplace(['models', 'list', '--json']);
  const models = JSON.parse(listed.out) as { id: string; installed: unknown; licence: object }[];
  assert.ok(models.length >= 6 && models.every(({ installed, licence }) => !installed && licence));

  const unasked = await commonplace(['models', 'pull']);
  assert.deepEqual([unasked.code, unasked.out], [1, '']);
  assert.match(unasked.err, /Licence: CC-BY-SA-4\.0[^]*58 MB[^]*|58 MB[^]*CC-BY-SA-4\.0/);
  assert.match(unasked.err, /--yes/);

  const unchecked = await commonplace(['models', 'pull', MODEL, '--yes']);
  assert.match(unchecked.err, /The hash of multi-quality-stream is not known.*--sha256/);
  const wrong = await commonplace(['models', 'pull', 'en-tiny-utt', '--yes']);
  assert.equal(wrong.code, 1);
  assert.match(wrong.err, /The download is not en-tiny-utt/);

  const pulled = await commonplace(['models', 'pull', MODEL, '--yes', '--sha256', hash()]);
  assert.equal(pulled.code, 0, pulled.err);
  assert.match(pulled.err, /\(100 %\)\n.*unpacking …\n.*trying it out …/);
  assert.match(pulled.out, /is installed\. The service uses it after its next start\./);
  assert.match((await commonplace(['models', 'list'])).out, /multi-quality-stream .* installed 20/);
  const again = await commonplace(['models', 'pull', MODEL]);
  assert.deepEqual([again.code, again.out], [0, `${MODEL} is already installed.\n`]);

  assert.match((await commonplace(['models', 'verify'])).out, /unchanged/);
  const tokens = join(folder, 'data/models', MODEL, 'tokens.txt');
  const before = await readFile(tokens, 'utf8');
  await writeFile(tokens, before.replace('low', 'Low'));
  const broken = await commonplace(['models', 'verify', '--json']);
  assert.equal(broken.code, 1);
  assert.deepEqual(JSON.parse(broken.out)[0].damages, [{ path: 'tokens.txt', problem: 'changed' }]);
  await writeFile(tokens, before);
});

test('an installed model is used, with the built-in recogniser as fallback', async () => {
  await using service = await startService({
    environment: { SVC_RECOGNISER: 'auto', SVC_MODELS_DIR: join(folder, 'data/models') },
  });
  const { body } = await request(service.url, 'GET', '/readyz');
  const { name, quality, note } = body.recogniser;
  assert.deepEqual([name, quality], [`sherpa-${MODEL}`, 'high']);
  assert.match(note, /is the fallback/);
  const { models } = (await service.owner.call('GET', '/v1/models')).body;
  const used = models.filter(({ in_use }: { in_use: boolean }) => in_use);
  assert.deepEqual(
    used.map(({ id }: { id: string }) => id),
    [MODEL],
  );
  const { token, id: uid } = service.owner;
  const device = { token, uid, sample_rate: 16_000, codec: 'pcm16' };
  await using listener = await Listener.open(service.url, device);
  await listener.event('service_status', ({ status }) => status === 'ready');
  await listener.stream(joinedSound(silence(1), await speak('Hello there.'), silence(1)), {
    speed: 4,
  });
  await listener.until(() => /low/i.test(listener.text));
  const providers = [...listener.segments.values()].map(({ stt_provider }) => stt_provider);
  assert.deepEqual([...new Set(providers)], [`sherpa-${MODEL}`]);
});

test('a model with a missing file ends neither the start nor the words, and /readyz names the file', async () => {
  const models = join(folder, 'data/models');
  const tokens = join(models, MODEL, 'tokens.txt');
  await rename(tokens, `${tokens}.away`);
  const says = `the file tokens.txt of ${MODEL} is missing or damaged; fetch it again with: commonplace models pull ${MODEL}`;
  {
    await using service = await startService({
      environment: {
        SVC_RECOGNISER: 'local',
        SVC_RECOGNISER_MODEL: MODEL,
        SVC_MODELS_DIR: models,
      },
    });
    const { ready, recogniser } = (await request(service.url, 'GET', '/readyz')).body;
    assert.deepEqual([ready, recogniser.name, recogniser.note], [true, 'whisper-base', says]);
  }
  const command = await commonplace(['recognise', '--selftest', '--model', MODEL]);
  assert.deepEqual([command.code, command.err], [1, `${MODEL} cannot be used: ${says}\n`]);
  await rename(`${tokens}.away`, tokens);
});

test('the model is tested on the recordings that came with it', async () => {
  const { code, out, err } = await commonplace([
    'recognise',
    '--selftest',
    '--json',
    '--model',
    MODEL,
  ]);
  assert.equal(code, 0, err);
  const { provider, quality, words, heard } = JSON.parse(out);
  assert.deepEqual([provider, quality, words], [`sherpa-${MODEL}`, 'high', 2]);
  assert.match(heard[0].source, /test_wavs\/0\.wav$/);
  assert.match(heard[0].utterances[0].text, /low/);
});

test('a recording is transcribed with times and compared with the expected text', async () => {
  const file = join(folder, 'milk.wav');
  await writeFile(
    file,
    writeWav(joinedSound(silence(1), await speak('I need to buy milk and bread.'), silence(1))),
  );
  const builtin = { SVC_RECOGNISER: 'builtin' };
  const { code, out } = await commonplace(
    ['recognise', file, '--words', '--reference', 'I need to buy milk and BREAD'],
    builtin,
  );
  assert.equal(code, 0);
  assert.match(
    out,
    /^0:01\.\d\d–0:0[23]\.\d\d {2}I need to buy milk and bread\.?\n {4}0:01\.\d\d–/,
  );
  assert.match(out, /whisper-base, quality medium: .* times as fast as speech/);
  assert.match(out, /Word error rate 0\.0 % \(0 of 7 words\)/);

  const quiet = join(folder, 'quiet.wav');
  await writeFile(quiet, writeWav(silence(2)));
  const nothing = await commonplace(['recognise', quiet], builtin);
  assert.deepEqual([nothing.code, /No words were recognised/.test(nothing.out)], [1, true]);
  const none = await commonplace(['recognise', join(folder, 'none.wav')], builtin);
  assert.deepEqual([none.code, /There is no file/.test(none.err)], [1, true]);
  const other = join(folder, 'other.wav');
  await writeFile(other, 'no sound');
  const noSound = await commonplace(['recognise', other], builtin);
  assert.equal(noSound.code, 1);
  assert.match(noSound.err, /^.*other\.wav: [^\n]+\n$/);
});

test('unknown models and missing files are reported with a suggestion', async () => {
  for (const [words, environment, sentence] of [
    [['models'], {}, /Usage:/],
    [['models', 'pull', 'huge', '--yes'], {}, /There is no model huge\. There are: en-small/],
    [['models', 'pull', '--quick'], {}, /--quick[^]*Usage:/],
    [['recognise'], {}, /Usage:/],
    [
      ['recognise', '--selftest', '--model', 'en-tiny-utt'],
      {},
      /commonplace models pull en-tiny-utt/,
    ],
    [['models', 'pull', 'speaker', '--yes'], { SVC_MODELS: 'off' }, /SVC_MODELS=off/],
    [['models', 'pull', 'speaker', '--yes', '--from-file', '/none'], {}, /There is no file \/none/],
    [
      ['recognise', '--selftest'],
      { SVC_RECOGNISER: 'local', SVC_MODELS_DIR: '/none' },
      /models pull/,
    ],
  ] as const) {
    const { code, err } = await commonplace([...words], environment);
    assert.equal(code, 1, words.join(' '));
    assert.match(err, sentence);
  }
  const removed = await commonplace(['models', 'remove', MODEL]);
  assert.match(removed.out, /removed/);
});
