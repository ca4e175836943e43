/** Tests the first run of a model, with synthetic models and with files that are no models. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { eventually, soon } from '../../testing/eventually.ts';
import { removeFolder, temporaryFolder } from '../../testing/template.ts';
import type { NativeModel, StreamingModel } from '../recognition/local/native-model.ts';
import {
  writeSpeakerModel,
  writeStreamingModel,
  writeUtteranceModel,
} from '../recognition/local/testing-models.ts';
import { probeModel } from './probe.ts';

const folder = temporaryFolder();
const at = (name: string) => join(folder, name);
before(async () => {
  await writeStreamingModel(at('streaming'));
  await writeUtteranceModel(at('utterances'));
  await writeSpeakerModel(at('speaker.onnx'));
  writeFileSync(at('rubbish.onnx'), 'no model');
});
after(() => removeFolder(folder));

const tokens = at('utterances/tokens.txt');
const ofUtterances = (model: string): NativeModel => ({
  kind: 'nemo-ctc',
  files: { model, tokens },
});
const STREAMING: StreamingModel = {
  kind: 'streaming-transducer',
  files: {
    encoder: at('streaming/encoder.onnx'),
    decoder: at('streaming/decoder.onnx'),
    joiner: at('streaming/joiner.onnx'),
    tokens: at('streaming/tokens.txt'),
  },
};

const children = () =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim();

for (const native of [
  STREAMING,
  ofUtterances(at('utterances/model.onnx')),
  { kind: 'speaker', files: { model: at('speaker.onnx') } },
] satisfies NativeModel[]) {
  test(`a model of the kind ${native.kind} runs, and its process ends`, async () => {
    assert.deepEqual(await soon('the probe', probeModel(native)), { ok: true });
    assert.equal(children(), '');
  });
}

for (const native of [
  { ...STREAMING, files: { ...STREAMING.files, encoder: at('rubbish.onnx') } },
  ofUtterances(at('rubbish.onnx')),
  { kind: 'whisper', files: { encoder: at('rubbish.onnx'), decoder: at('rubbish.onnx'), tokens } },
  { kind: 'speaker', files: { model: at('rubbish.onnx') } },
] satisfies NativeModel[]) {
  test(`a file that is no ${native.kind} model does not run, and the reason is told`, async () => {
    const probe = await soon('the probe', probeModel(native));
    assert.ok(!probe.ok && probe.reason.startsWith('The speech engine '), JSON.stringify(probe));
    assert.equal(children(), '');
  });
}

test('a missing file is named, and a folder in its place too', async () => {
  const missing = at('streaming/gone.onnx');
  const says = async (native: NativeModel) => {
    const probe = await soon('the probe', probeModel(native));
    return probe.ok ? '' : probe.reason;
  };
  for (const native of [
    { ...STREAMING, files: { ...STREAMING.files, joiner: missing } },
    { kind: 'nemo-ctc', files: { model: at('utterances/model.onnx'), tokens: missing } },
    { kind: 'speaker', files: { model: missing } },
  ] satisfies NativeModel[]) {
    assert.match(
      await says(native),
      /^The file \S+\/streaming\/gone\.onnx of the model is missing, or cannot be read\. To find .*models verify\.$/,
    );
  }
  const refused = await says({ kind: 'speaker', files: { model: at('') } });
  assert.match(refused, /^The file \S+ of the model is missing,/);
});

test('a model for text needs no speech engine', async () => {
  const native = { kind: 'gguf', files: { model: '/nowhere' } } as const;
  assert.deepEqual(await soon('the probe', probeModel(native)), { ok: true });
});

test('a probe that nobody wants any more ends with its process', async () => {
  const leaving = new AbortController();
  const reason = new Error('the user has left');
  const probing = probeModel(STREAMING, leaving.signal);
  await eventually('the process', () => children() !== '');
  leaving.abort(reason);
  await assert.rejects(soon('the end', probing), reason);
  assert.equal(children(), '');
});
