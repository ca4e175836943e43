import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { silentLog } from '../../../core/log.ts';
import { removeFolder, temporaryFolder } from '../../../testing/template.ts';
import type { VoiceActivity } from '../../voice-activity/voice-activity.ts';
import { localRecogniser } from './local.ts';
import type { LocalModel } from './local.ts';

const folder = temporaryFolder();
after(() => removeFolder(folder));

const at = (name: string) => join(folder, name);
const KINDS: LocalModel['native'][] = [
  { kind: 'nemo-ctc', files: { model: at('a.onnx'), tokens: at('tokens.txt') } },
  {
    kind: 'whisper',
    files: { encoder: at('a.onnx'), decoder: at('a.onnx'), tokens: at('tokens.txt') },
  },
  {
    kind: 'streaming-transducer',
    files: {
      encoder: at('a.onnx'),
      decoder: at('a.onnx'),
      joiner: at('a.onnx'),
      tokens: at('tokens.txt'),
    },
  },
];

for (const native of KINDS) {
  test(`a ${native.kind} model is unavailable while a file is missing, and says which`, async () => {
    writeFileSync(at('a.onnx'), 'a');
    const model = { id: 'tiny', native, languages: ['en'] } as unknown as LocalModel;
    const voiceActivity = {} as VoiceActivity;
    await using recogniser = localRecogniser({ model, voiceActivity, log: silentLog });
    const reason =
      'The file tokens.txt of the model tiny is missing. Fetch it with: commonplace models pull tiny.';
    const unavailable = { ok: false, reason };
    removeFolder(at('tokens.txt'));
    assert.deepEqual(await recogniser.available(), unavailable);
    mkdirSync(at('tokens.txt'));
    assert.deepEqual(await recogniser.available(), unavailable);
    removeFolder(at('tokens.txt'));
    writeFileSync(at('tokens.txt'), '');
    assert.deepEqual(await recogniser.available(), unavailable, 'an interrupted copy is empty');
    writeFileSync(at('tokens.txt'), 'b');
    assert.deepEqual(await recogniser.available(), { ok: true });
  });
}
