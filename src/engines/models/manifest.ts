/**
 * The models that can be downloaded, as data. Each has its own licence, which the person who downloads
 * it accepts. Each hash equals that which the publisher of the model states. A null hash means that we
 * have not checked the file, so the user must supply a hash.
 */
import type { TextModelKind } from '../text-models/messages.ts';
import type { NativeModel } from '../recognition/local/native-model.ts';
import { LANGUAGES } from '../recognition/whisper/vocabulary.ts';

/** The task of a model and its quality. */
type Purpose =
  | {
      kind: 'recogniser';
      languages: readonly string[] | 'any';
      quality: 'medium' | 'high';
      /**
       * True when the model writes punctuation and capital letters itself; otherwise rules add
       * them.
       */
      punctuates: boolean;
      wordTimes: boolean;
    }
  | { kind: 'speaker'; dimensions: number }
  /** Models for text: for understanding and answering, for meaning, or for order. */
  | { kind: TextModelKind };

export interface ModelEntry {
  id: string;
  /** A one-line name for people. */
  title: string;
  purpose: Purpose;
  /** The path below the address of the releases or of their mirror, or a whole address. */
  path: string;
  /** The sizes of the download and of the kept files, for people and to check free space. */
  bytes: number;
  diskBytes: number;
  sha256: string | null;
  licence: { name: string; url: string };
  /** The memory of one process that has the model loaded. */
  memoryBytes: number;
  /** The settings for loading the model; files have the same names as in the archive. */
  native: NativeModel;
}

const RELEASES = 'https://github.com/k2-fsa/sherpa-onnx/releases/download';

/** Returns the address of the download. A mirror has the same paths, or only the name of the file. */
export function modelUrl({ path }: Pick<ModelEntry, 'path'>, mirror: string | undefined): string {
  const isWhole = path.startsWith('https://');
  if (isWhole && mirror === undefined) return path;
  const below = isWhole ? path.slice(path.lastIndexOf('/') + 1) : path;
  return `${(mirror ?? RELEASES).replace(/\/+$/, '')}/${below}`;
}

/**
 * The models that are downloaded when the command names none. The voice encoder that comes with the
 * service is measured, and those of the list are not, so none of them replaces it unasked.
 */
export const DEFAULT_MODELS = ['en-small-stream'];

/** The models that understand, and that find by meaning. */
export const TEXT_MODELS = ['qwen3-4b', 'qwen3-embedding', 'bge-reranker'];

const MB = 1_000_000;
const QWEN_SMALL = 'qwen2.5-coder-1.5b-instruct-q4_k_m.gguf';
const ENGLISH = ['en'] as const;
const CC_BY = { name: 'CC-BY-4.0', url: 'https://creativecommons.org/licenses/by/4.0/' };
const APACHE = { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' };
const NVIDIA = {
  name: 'NVIDIA Open Model License',
  url: 'https://www.nvidia.com/en-us/agreements/enterprise-software/nvidia-open-model-license/',
};

/** Returns the address of a file of a repository at a revision. */
function hub(repository: string, revision: string, file: string): string {
  return `https://huggingface.co/${repository}/resolve/${revision}/${file}`;
}

/** A model for text is one file, which is kept as it is downloaded. */
function textModel(entry: Omit<ModelEntry, 'diskBytes' | 'licence' | 'native'>): ModelEntry {
  const native = { kind: 'gguf', files: { model: 'model.gguf' } } as const;
  return { ...entry, diskBytes: entry.bytes, licence: APACHE, native };
}

function transducer(precision: string): NativeModel {
  const part = (name: string) => `${name}${precision}.onnx`;
  const [encoder, decoder, joiner] = [part('encoder'), part('decoder'), part('joiner')];
  return {
    kind: 'streaming-transducer',
    files: { encoder, decoder, joiner, tokens: 'tokens.txt' },
  };
}

export const MODELS: readonly ModelEntry[] = [
  {
    id: 'en-small-stream',
    title: 'English, live, small and fast (Kroko zipformer)',
    purpose: {
      kind: 'recogniser',
      languages: ENGLISH,
      quality: 'medium',
      punctuates: false,
      wordTimes: true,
    },
    path: 'asr-models/sherpa-onnx-streaming-zipformer-en-kroko-2025-08-06.tar.bz2',
    bytes: 57_267_600,
    diskBytes: 73 * MB,
    sha256: 'c8676e5ff9ac2a85296e53ee0fd4d5fb1db6770e7a7647166eeafe349ade6834',
    licence: { name: 'CC-BY-SA-4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0/' },
    memoryBytes: 250 * MB,
    native: transducer(''),
  },
  {
    id: 'en-quality-stream',
    title: 'English, live, the most accurate (Nemotron 0.6B)',
    purpose: {
      kind: 'recogniser',
      languages: ENGLISH,
      quality: 'high',
      punctuates: true,
      wordTimes: true,
    },
    path: 'asr-models/sherpa-onnx-nemotron-speech-streaming-en-0.6b-560ms-int8-2026-04-25.tar.bz2',
    bytes: 463_945_051,
    diskBytes: 640 * MB,
    sha256: '78e2b79fcf7271553a74402a76b771b09ea40117a39566a79f52235b23db6358',
    licence: NVIDIA,
    memoryBytes: 1_600 * MB,
    native: transducer('.int8'),
  },
  {
    id: 'multi-quality-stream',
    title: '40 languages, live, accurate (Nemotron 3.5 0.6B)',
    purpose: {
      kind: 'recogniser',
      languages: 'any',
      quality: 'high',
      punctuates: true,
      wordTimes: true,
    },
    path: 'asr-models/sherpa-onnx-nemotron-3.5-asr-streaming-0.6b-560ms-int8-2026-06-11.tar.bz2',
    bytes: 473_894_907,
    diskBytes: 660 * MB,
    sha256: null,
    licence: NVIDIA,
    memoryBytes: 1_700 * MB,
    native: transducer('.int8'),
  },
  {
    id: 'en-tiny-utt',
    title: 'English, after each utterance, smallest size and freest licence (Moonshine tiny)',
    purpose: {
      kind: 'recogniser',
      languages: ENGLISH,
      quality: 'medium',
      punctuates: true,
      wordTimes: false,
    },
    path: 'asr-models/sherpa-onnx-moonshine-tiny-en-quantized-2026-02-27.tar.bz2',
    bytes: 30 * MB,
    diskBytes: 45 * MB,
    sha256: '9ec31b342d8fa3240c3b81b8f82e1cf7e3ac467c93ca5a999b741d5887164f8d',
    licence: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    memoryBytes: 250 * MB,
    native: {
      kind: 'moonshine',
      files: {
        encoder: 'encoder_model.ort',
        decoder: 'decoder_model_merged.ort',
        tokens: 'tokens.txt',
      },
    },
  },
  {
    id: 'multi-small-utt',
    title: '99 languages, after each utterance, slow on two cores (Whisper small)',
    purpose: {
      kind: 'recogniser',
      languages: LANGUAGES,
      quality: 'medium',
      punctuates: true,
      wordTimes: false,
    },
    path: 'asr-models/sherpa-onnx-whisper-small.tar.bz2',
    bytes: 639_387_718,
    diskBytes: 376 * MB,
    sha256: '486a46afbb7ba798507190ffe02fea2dd726049af212e774537efac6afb210a6',
    licence: { name: 'MIT', url: 'https://github.com/openai/whisper/blob/main/LICENSE' },
    // An estimate: Whisper base has files of 160 MB and took 550 MB here.
    memoryBytes: 1_300 * MB,
    native: {
      kind: 'whisper',
      files: {
        encoder: 'small-encoder.int8.onnx',
        decoder: 'small-decoder.int8.onnx',
        tokens: 'small-tokens.txt',
      },
    },
  },
  {
    id: 'en-apache-stream',
    title: 'English, live, trained on audiobooks only: weak at conversation (zipformer)',
    purpose: {
      kind: 'recogniser',
      languages: ENGLISH,
      quality: 'medium',
      punctuates: false,
      wordTimes: true,
    },
    path: 'asr-models/sherpa-onnx-streaming-zipformer-en-2023-06-26.tar.bz2',
    bytes: 310 * MB,
    diskBytes: 75 * MB,
    sha256: null,
    licence: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    memoryBytes: 300 * MB,
    native: {
      kind: 'streaming-transducer',
      files: {
        encoder: 'encoder-epoch-99-avg-1-chunk-16-left-128.int8.onnx',
        decoder: 'decoder-epoch-99-avg-1-chunk-16-left-128.onnx',
        joiner: 'joiner-epoch-99-avg-1-chunk-16-left-128.int8.onnx',
        tokens: 'tokens.txt',
      },
    },
  },
  {
    id: 'speaker',
    title: 'Tells voices apart (WeSpeaker ResNet34)',
    purpose: { kind: 'speaker', dimensions: 256 },
    path: 'speaker-recongition-models/wespeaker_en_voxceleb_resnet34_LM.onnx',
    bytes: 26_530_550,
    diskBytes: 26_530_550,
    sha256: 'e9848563da86f263117134dfd7ad63c92355b37de492b55e325400c9d9c39012',
    licence: CC_BY,
    memoryBytes: 150 * MB,
    native: { kind: 'speaker', files: { model: 'wespeaker_en_voxceleb_resnet34_LM.onnx' } },
  },
  {
    id: 'speaker-alt',
    title: 'Tells voices apart, another way (TitaNet small)',
    purpose: { kind: 'speaker', dimensions: 192 },
    path: 'speaker-recongition-models/nemo_en_titanet_small.onnx',
    bytes: 40_257_283,
    diskBytes: 40_257_283,
    sha256: 'ad4a1802485d8b34c722d2a9d04249662f2ece5d28a7a039063ca22f515a789e',
    licence: CC_BY,
    memoryBytes: 150 * MB,
    native: { kind: 'speaker', files: { model: 'nemo_en_titanet_small.onnx' } },
  },
  textModel({
    id: 'qwen3-4b',
    title:
      'Understands conversations and answers questions, 100 languages (Qwen3 4B Instruct 2507)',
    purpose: { kind: 'language-model' },
    path: hub(
      'bartowski/Qwen_Qwen3-4B-Instruct-2507-GGUF',
      'ae44f08e1392f39c0e474af10c3ff8355c8b6688',
      'Qwen_Qwen3-4B-Instruct-2507-Q4_K_M.gguf',
    ),
    bytes: 2_497_280_736,
    sha256: '2fde00ce69dd4899c70d020845e2638353015bba0fdf161b3eb965f2bca4464e',
    memoryBytes: 4_200 * MB,
  }),
  textModel({
    id: 'qwen2.5-1.5b',
    title: 'Words what was read, for small machines (Qwen2.5 Coder 1.5B Instruct)',
    purpose: { kind: 'language-model' },
    path: hub('Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF', 'main', QWEN_SMALL),
    bytes: 1_117_320_768,
    sha256: 'cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046',
    memoryBytes: 1_900 * MB,
  }),
  textModel({
    id: 'qwen3-embedding',
    title: 'Finds texts by their meaning, 100 languages (Qwen3 Embedding 0.6B)',
    purpose: { kind: 'encoder' },
    path: hub(
      'Qwen/Qwen3-Embedding-0.6B-GGUF',
      '370f27d7550e0def9b39c1f16d3fbaa13aa67728',
      'Qwen3-Embedding-0.6B-Q8_0.gguf',
    ),
    bytes: 639_150_592,
    sha256: '06507c7b42688469c4e7298b0a1e16deff06caf291cf0a5b278c308249c3e439',
    memoryBytes: 1_100 * MB,
  }),
  textModel({
    id: 'bge-reranker',
    title: 'Ranks search results, 100 languages (BGE reranker v2 m3)',
    purpose: { kind: 'reranker' },
    path: hub(
      'gpustack/bge-reranker-v2-m3-GGUF',
      '3093af03b1a635e67b084b1d8c03c5f5e020fd05',
      'bge-reranker-v2-m3-Q8_0.gguf',
    ),
    bytes: 635_676_416,
    sha256: 'a43c7c9b11a4c1517e5bf95151960e1621d1b72f7a493364b01e386cf1aaa1d3',
    memoryBytes: 1_000 * MB,
  }),
];
