/**
 * The few functions of the ONNX Runtime C API that our models need, from the library in
 * sherpa-onnx-node. The npm package onnxruntime-node would add 288 MB for the same functions.
 */
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import koffi, { type LibraryHandle } from 'koffi';

type Pointer = bigint;
type Native = (...values: unknown[]) => Pointer;

const API_VERSION = 17;

/**
 * The index and the argument types of each entry in the API's table of function pointers. The order
 * of the table does not change (onnxruntime_c_api.h: entries are only appended). All entries return
 * null or a status, except the first one and the entries that release objects.
 */
const ENTRIES = {
  GetErrorMessage: [2, ['void *']],
  CreateEnv: [3, ['int', 'str', 'void *']],
  CreateSession: [7, ['void *', platform() === 'win32' ? 'str16' : 'str', 'void *', 'void *']],
  CreateSessionFromArray: [8, ['void *', 'void *', 'size_t', 'void *', 'void *']],
  Run: [9, ['void *', 'void *', 'str *', 'void *', 'size_t', 'str *', 'size_t', 'void *']],
  CreateSessionOptions: [10, ['void *']],
  DisableMemPattern: [17, ['void *']],
  DisableCpuMemArena: [19, ['void *']],
  SetIntraOpNumThreads: [24, ['void *', 'int']],
  SetInterOpNumThreads: [25, ['void *', 'int']],
  CreateTensorWithDataAsOrtValue: [
    49,
    ['void *', 'void *', 'size_t', 'void *', 'size_t', 'int', 'void *'],
  ],
  CreateCpuMemoryInfo: [69, ['int', 'int', 'void *']],
  ReleaseEnv: [92, ['void *']],
  ReleaseStatus: [93, ['void *']],
  ReleaseMemoryInfo: [94, ['void *']],
  ReleaseSession: [95, ['void *']],
  ReleaseValue: [96, ['void *']],
  ReleaseSessionOptions: [100, ['void *']],
} as const satisfies Record<string, readonly [index: number, types: readonly string[]]>;

type Entry = keyof typeof ENTRIES;
const TABLE_LENGTH = 101;

const LOG_ERRORS_ONLY = 3;
const ARENA_ALLOCATOR = 1;
const DEFAULT_MEMORY = 0;

type Element = 'float' | 'int64';
const ELEMENT_CODE: Readonly<Record<Element, number>> = { float: 1, int64: 7 };

/** A tensor in our own memory, which the runtime reads and writes without a copy. */
export interface Tensor {
  name: string;
  element: Element;
  shape: readonly number[];
  data: Float32Array | BigInt64Array;
}

/**
 * Returns the path of the runtime library in sherpa-onnx's package for this platform; throws when
 * there is none.
 */
export function bundledRuntime(): string {
  const system = platform() === 'win32' ? 'win' : platform();
  const require = createRequire(createRequire(import.meta.url).resolve('sherpa-onnx-node'));
  const folder = dirname(require.resolve(`sherpa-onnx-${system}-${arch()}/package.json`));
  const file = { linux: 'libonnxruntime.so', darwin: 'libonnxruntime.dylib' }[system as string];
  return join(folder, file ?? 'onnxruntime.dll');
}

let pinned: LibraryHandle | undefined;

/**
 * Keeps the runtime library in memory until the process ends. Otherwise the library would be
 * unloaded when a thread ends. A thread that still had to run destructors of the library would then
 * end the process without a message. (The `pthread_key_create` keys do not keep the library in
 * memory.)
 */
export function pinRuntime(): void {
  pinned ??= koffi.load(bundledRuntime());
}

/** One model, loaded on one thread. A run of the model blocks the thread. */
export class OnnxSession implements Disposable {
  /** Keeps the handle, because koffi unloads a library when its handle is garbage-collected. */
  readonly #library: LibraryHandle;
  readonly #api: Record<Entry, Native>;
  readonly #environment: Pointer;
  readonly #memory: Pointer;
  readonly #session: Pointer;
  /** The runtime holds raw pointers to these tensors, which the garbage collector does not see. */
  #inUse: readonly Tensor[] = [];
  #isClosed = false;

  /**
   * Takes the bytes of a model, or the path of a large one, which is then not in memory twice. One
   * thread is enough: small models need no more, and several processes use the other cores. An `isLean` session
   * gives its memory back after each run, which costs nothing when runs are long and of any length.
   */
  constructor(libraryPath: string, model: Uint8Array | string, { isLean = false } = {}) {
    this.#library = koffi.load(libraryPath);
    this.#api = loadApi(this.#library);
    this.#environment = this.#make('CreateEnv', LOG_ERRORS_ONLY, 'commonplace');
    const options = this.#make('CreateSessionOptions');
    this.#try('SetIntraOpNumThreads', options, 1);
    this.#try('SetInterOpNumThreads', options, 1);
    if (isLean) {
      this.#try('DisableCpuMemArena', options);
      this.#try('DisableMemPattern', options);
    }
    this.#session =
      typeof model === 'string'
        ? this.#make('CreateSession', this.#environment, model, options)
        : this.#make('CreateSessionFromArray', this.#environment, model, model.length, options);
    this.#memory = this.#make('CreateCpuMemoryInfo', ARENA_ALLOCATOR, DEFAULT_MEMORY);
    this.#api.ReleaseSessionOptions(options);
  }

  /** Writes the results to the outputs. Throws after the disposal, which has freed the model. */
  run(inputs: readonly Tensor[], outputs: readonly Tensor[]): void {
    if (this.#isClosed) throw new Error('The model is closed.');
    const values: Pointer[] = [];
    this.#inUse = [...inputs, ...outputs];
    try {
      for (const tensor of this.#inUse) values.push(this.#value(tensor));
      this.#try(
        'Run',
        this.#session,
        null,
        inputs.map(({ name }) => name),
        BigUint64Array.from(values.slice(0, inputs.length)),
        inputs.length,
        outputs.map(({ name }) => name),
        outputs.length,
        BigUint64Array.from(values.slice(inputs.length)),
      );
    } finally {
      for (const value of values) this.#api.ReleaseValue(value);
      this.#inUse = [];
    }
  }

  [Symbol.dispose](): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#api.ReleaseMemoryInfo(this.#memory);
    this.#api.ReleaseSession(this.#session);
    this.#api.ReleaseEnv(this.#environment);
  }

  #value({ element, shape, data }: Tensor): Pointer {
    return this.#make(
      'CreateTensorWithDataAsOrtValue',
      this.#memory,
      data,
      data.byteLength,
      BigInt64Array.from(shape, BigInt),
      shape.length,
      ELEMENT_CODE[element],
    );
  }

  /** Calls an entry that returns a pointer through its last argument. */
  #make(entry: Entry, ...values: unknown[]): Pointer {
    const made = new BigUint64Array(1);
    this.#try(entry, ...values, made);
    return made[0]!;
  }

  #try(entry: Entry, ...values: unknown[]): void {
    const status = this.#api[entry](...values);
    if (!status) return;
    const message = koffi.decode.string(this.#api.GetErrorMessage(status));
    this.#api.ReleaseStatus(status);
    throw new Error(`ONNX Runtime, ${entry}: ${message}`);
  }
}

function loadApi(library: LibraryHandle): Record<Entry, Native> {
  const base: Pointer = library.func('OrtGetApiBase', 'void *', [])();
  const getApi = koffi.decode(koffi.decode(base, 'void *'), koffi.proto('void *', ['uint32']));
  const api: Pointer | null = getApi(API_VERSION);
  if (!api) throw new Error(`ONNX Runtime does not support version ${API_VERSION} of its API`);
  const table: Pointer[] = koffi.decode(api, koffi.array('void *', TABLE_LENGTH));
  const entries = Object.entries(ENTRIES).map(([name, [index, types]]) => [
    name,
    koffi.decode(table[index], koffi.proto('void *', [...types])),
  ]);
  return Object.fromEntries(entries);
}
