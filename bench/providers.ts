/**
 * Measures the delay that the service adds to a speech provider: the time from the provider's
 * answer to our final segment, and the total time compared with the provider's own recogniser.
 *
 * node bench/providers.ts
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '../src/core/log.ts';
import { joinedSound, silence } from '../src/engines/audio/testing.ts';
import { speak } from '../src/engines/audio/testing-speech.ts';
import { openVoiceActivity } from '../src/engines/voice-activity/voice-activity.ts';
import { whisperRecogniser } from '../src/engines/recognition/whisper/whisper.ts';
import { deepgramRecogniser } from '../src/engines/recognition/deepgram/deepgram.ts';
import { openaiRecogniser } from '../src/engines/recognition/openai/openai.ts';
import { realtimeRecogniser } from '../src/engines/recognition/realtime/realtime.ts';
import { SAMPLE_RATE, type Recogniser } from '../src/engines/recognition/recogniser.ts';
import { startDeepgramServer } from '../src/testing/servers/deepgram-server.ts';
import { startRealtimeServer } from '../src/testing/servers/realtime-server.ts';
import { startTranscriptionServer } from '../src/testing/servers/transcription-server.ts';
import { median, printTable, quantile } from './measure.ts';

const SENTENCES = [
  'I need to buy milk, bread and eggs on the way home.',
  'The meeting with the new client is on Friday afternoon.',
  'Please call my mother tomorrow morning at nine.',
  'They want to open a second office in the city next year.',
];
const ROUNDS = 3;
const FRAME = SAMPLE_RATE / 50;

await using voiceActivity = await openVoiceActivity(silentLog);
await using ear = whisperRecogniser({ voiceActivity, log: silentLog });
const spoken = await Promise.all(SENTENCES.map((sentence) => speak(sentence)));
const sound = joinedSound(silence(0.5), ...spoken.flatMap((each) => [each, silence(2)]));
await using deepgram = await startDeepgramServer({ recogniser: ear });
await using realtime = await startRealtimeServer({ recogniser: ear });
await using openai = await startTranscriptionServer({ recogniser: ear });
const provider = { key: 'secret', model: undefined, voiceActivity, log: silentLog };

await live(ear);
const direct = await delays(ear);
const throughDeepgram = await delays(deepgramRecogniser({ ...provider, url: deepgram.url }));
const throughRealtime = await delays(realtimeRecogniser({ ...provider, url: realtime.url }));
const throughOpenai = await delays(openaiRecogniser({ ...provider, url: openai.url }));

printTable('What a provider costs beyond itself', [
  row('deepgram: its final → our final', gaps(throughDeepgram, deepgram.finals)),
  row('openai-realtime: its final → our final', gaps(throughRealtime, realtime.finals)),
  row('openai: its answer → our final', gaps(throughOpenai, openai.answers)),
]);
printTable('End of speech → final', [
  row(
    'the recogniser alone',
    direct.map(({ delay }) => delay),
  ),
  row(
    'the same behind deepgram',
    throughDeepgram.map(({ delay }) => delay),
  ),
]);

interface Final {
  at: number;
  /** Seconds from the end of the last spoken word. */
  delay: number;
}

async function delays(recogniser: Recogniser): Promise<Final[]> {
  const finals: Final[] = [];
  for (let round = 0; round < ROUNDS; round += 1) finals.push(...(await live(recogniser)));
  return finals;
}

async function live(recogniser: Recogniser): Promise<Final[]> {
  const session = recogniser.open({ language: 'en' });
  const started = performance.now();
  const finals: Final[] = [];
  const consumed = (async () => {
    for await (const event of session.events) {
      if (event.type === 'failed') throw new Error(event.detail);
      if (event.type !== 'final') continue;
      const at = performance.now();
      finals.push({ at, delay: at - started - event.utterance.end * 1000 });
    }
  })();
  for (let at = 0; at < sound.length; at += FRAME) {
    const due = started + ((at + FRAME) / SAMPLE_RATE) * 1000;
    await sleep(Math.max(0, due - performance.now()));
    session.write(sound.subarray(at, at + FRAME));
  }
  await session.finish();
  await consumed;
  return finals;
}

function gaps(ours: readonly Final[], theirs: readonly { at: number }[]): number[] {
  if (ours.length !== theirs.length) throw new Error('A final has no answer behind it.');
  return ours.map(({ at }, i) => at - theirs[i]!.at);
}

function row(what: string, times: readonly number[]): Record<string, string> {
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  return {
    what,
    median: ms(median(times)),
    '90 %': ms(quantile(times, 0.9)),
    most: ms(Math.max(...times)),
  };
}
