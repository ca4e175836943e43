/**
 * Types for the parts of sherpa-onnx-node that we use. The package has no types. The native addon
 * checks configurations at run time.
 */
declare module 'sherpa-onnx-node' {
  interface Wave {
    samples: Float32Array;
    sampleRate: number;
  }

  class OnlineStream {
    acceptWaveform(wave: Wave): void;
    inputFinished(): void;
    setOption(key: string, value: string): void;
  }

  class OfflineStream {
    acceptWaveform(wave: Wave): void;
  }

  interface Result {
    text: string;
    tokens: string[];
    /** The start of each token in seconds; empty if the model gives no times. */
    timestamps: number[];
    /** Natural logarithms of the probabilities, one for each token, or none. */
    ys_probs?: number[];
    ys_log_probs?: number[];
  }

  class OnlineRecognizer {
    constructor(config: object);
    createStream(): OnlineStream;
    isReady(stream: OnlineStream): boolean;
    decodeStreams(streams: readonly OnlineStream[]): void;
    getResult(stream: OnlineStream): Result;
  }

  class OfflineRecognizer {
    constructor(config: object);
    setConfig(config: object): void;
    createStream(): OfflineStream;
    decode(stream: OfflineStream): void;
    getResult(stream: OfflineStream): Result;
  }

  class SpeakerEmbeddingExtractor {
    constructor(config: object);
    readonly dim: number;
    createStream(): OnlineStream;
    isReady(stream: OnlineStream): boolean;
    compute(stream: OnlineStream, enableExternalBuffer: boolean): Float32Array;
  }

  const sherpa: {
    OnlineRecognizer: typeof OnlineRecognizer;
    OfflineRecognizer: typeof OfflineRecognizer;
    SpeakerEmbeddingExtractor: typeof SpeakerEmbeddingExtractor;
  };
  export default sherpa;
  export type {
    OnlineRecognizer,
    OnlineStream,
    OfflineRecognizer,
    Result,
    SpeakerEmbeddingExtractor,
  };
}
