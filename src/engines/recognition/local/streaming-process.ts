/** The child process that transcribes streams; see stream-process.ts. */
import { modelOf, type StreamingModel } from './native-model.ts';
import { serveStreams } from './serve-streams.ts';
import { SherpaStreams } from './sherpa.ts';

serveStreams(() => new SherpaStreams(modelOf<StreamingModel>()));
