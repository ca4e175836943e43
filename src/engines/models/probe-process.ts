/** The process in which a model is loaded and run for the first time (see probe.ts). */
import { modelOf } from '../recognition/local/native-model.ts';
import { SherpaStreams, SherpaUtterances, SherpaVoices } from '../recognition/local/sherpa.ts';
import { SAMPLE_RATE } from '../recognition/recogniser.ts';
import { parentLink } from '../supervision/serve-requests.ts';

/** Two seconds of noise, always the same. */
const NOISE = Int16Array.from({ length: 2 * SAMPLE_RATE }, (_, i) => ((i * 7_919) % 2_001) - 1_000);

parentLink().start(runOnce, () => {});

function runOnce(): void {
  const model = modelOf();
  if (model.kind === 'speaker') new SherpaVoices(model).embed(NOISE);
  else if (model.kind === 'streaming-transducer') runStream(new SherpaStreams(model));
  else if (model.kind !== 'gguf') new SherpaUtterances(model).decode(NOISE);
}

function runStream(streams: SherpaStreams): void {
  const stream = streams.open('en');
  stream.accept(NOISE);
  stream.end();
  while (stream.ready()) streams.decode([stream]);
  stream.words();
}
