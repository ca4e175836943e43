/** Makes a model of a few kilobytes that writes, embeds and ranks. It really runs, and knows nothing. */

const [EMBEDDING, FEED_FORWARD, HEADS] = [32, 64, 2] as const;
const ALIGNMENT = 32;
/** The kinds of values and tokens in the format GGUF. */
const [UINT32, INT32, FLOAT32, STRING, ARRAY] = [4, 5, 6, 8, 9] as const;
const [NORMAL, UNKNOWN, CONTROL, BYTE] = [1, 2, 3, 6] as const;

export function tinyModel({ contextTokens = 4_096 } = {}): Uint8Array {
  const { tokens, types } = vocabulary();
  const [unknown, begin, end] = [0, 1, 2];
  const values = [
    value('general.architecture', STRING, text('qwen3')),
    value('general.name', STRING, text('tiny')),
    value('qwen3.context_length', UINT32, uint32(contextTokens)),
    value('qwen3.embedding_length', UINT32, uint32(EMBEDDING)),
    value('qwen3.block_count', UINT32, uint32(1)),
    value('qwen3.feed_forward_length', UINT32, uint32(FEED_FORWARD)),
    value('qwen3.attention.head_count', UINT32, uint32(HEADS)),
    value('qwen3.attention.head_count_kv', UINT32, uint32(HEADS)),
    value('qwen3.attention.layer_norm_rms_epsilon', FLOAT32, float32(1e-5)),
    value('qwen3.rope.dimension_count', UINT32, uint32(EMBEDDING / HEADS)),
    value('qwen3.attention.key_length', UINT32, uint32(EMBEDDING / HEADS)),
    value('qwen3.attention.value_length', UINT32, uint32(EMBEDDING / HEADS)),
    value('qwen3.vocab_size', UINT32, uint32(tokens.length)),
    list('qwen3.classifier.output_labels', STRING, ['yes', 'no'].map(text)),
    value('tokenizer.ggml.model', STRING, text('llama')),
    list('tokenizer.ggml.tokens', STRING, tokens.map(text)),
    list(
      'tokenizer.ggml.scores',
      FLOAT32,
      tokens.map((_, at) => float32(-at)),
    ),
    list('tokenizer.ggml.token_type', INT32, types.map(int32)),
    value('tokenizer.ggml.bos_token_id', UINT32, uint32(begin)),
    value('tokenizer.ggml.eos_token_id', UINT32, uint32(end)),
    value('tokenizer.ggml.unknown_token_id', UINT32, uint32(unknown)),
  ];
  return fileOf(values, tensorsFor(tokens.length));
}

function vocabulary(): { tokens: string[]; types: number[] } {
  const bytes = Array.from(
    { length: 256 },
    (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
  );
  const letters = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at));
  return {
    tokens: ['<unk>', '<s>', '</s>', ...bytes, ...letters, '▁'],
    types: [
      UNKNOWN,
      CONTROL,
      CONTROL,
      ...bytes.map(() => BYTE),
      ...letters.map(() => NORMAL),
      NORMAL,
    ],
  };
}

interface Tensor {
  name: string;
  shape: number[];
  numbers: Float32Array;
}

function tensorsFor(vocabularySize: number): Tensor[] {
  let seed = 1;
  const random = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (seed / 0x7fffffff - 0.5) * 0.4;
  };
  const tensor = (name: string, shape: number[], number = random): Tensor => ({
    name: `${name}.weight`,
    shape,
    numbers: Float32Array.from({ length: shape.reduce((one, other) => one * other) }, number),
  });
  const one = () => 1;
  const [wide, deep] = [EMBEDDING, FEED_FORWARD];
  return [
    tensor('token_embd', [wide, vocabularySize]),
    tensor('blk.0.attn_norm', [wide], one),
    ...['q', 'k', 'v', 'output'].map((part) => tensor(`blk.0.attn_${part}`, [wide, wide])),
    tensor('blk.0.attn_q_norm', [wide / HEADS], one),
    tensor('blk.0.attn_k_norm', [wide / HEADS], one),
    tensor('blk.0.ffn_norm', [wide], one),
    tensor('blk.0.ffn_gate', [wide, deep]),
    tensor('blk.0.ffn_up', [wide, deep]),
    tensor('blk.0.ffn_down', [deep, wide]),
    tensor('output_norm', [wide], one),
    tensor('cls.output', [wide, 2]),
    tensor('output', [wide, vocabularySize]),
  ];
}

function fileOf(values: readonly Buffer[], tensors: readonly Tensor[]): Uint8Array {
  const described: Buffer[] = [];
  const stored: Buffer[] = [];
  let offset = 0;
  for (const { name, shape, numbers } of tensors) {
    const dimensions = [uint32(shape.length), ...shape.map(uint64)];
    described.push(Buffer.concat([text(name), ...dimensions, uint32(0), uint64(offset)]));
    const data = padded(Buffer.from(numbers.buffer));
    stored.push(data);
    offset += data.length;
  }
  const counts = [uint32(3), uint64(tensors.length), uint64(values.length)];
  const head = Buffer.concat([Buffer.from('GGUF'), ...counts, ...values, ...described]);
  return Buffer.concat([padded(head), ...stored]);
}

function padded(data: Buffer): Buffer {
  const missing = (ALIGNMENT - (data.length % ALIGNMENT)) % ALIGNMENT;
  return Buffer.concat([data, Buffer.alloc(missing)]);
}

function value(key: string, kind: number, data: Buffer): Buffer {
  return Buffer.concat([text(key), uint32(kind), data]);
}

function list(key: string, kind: number, items: readonly Buffer[]): Buffer {
  return value(key, ARRAY, Buffer.concat([uint32(kind), uint64(items.length), ...items]));
}

function text(given: string): Buffer {
  const bytes = Buffer.from(given);
  return Buffer.concat([uint64(bytes.length), bytes]);
}

function uint32(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
}

function int32(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(number);
  return bytes;
}

function float32(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(number);
  return bytes;
}

function uint64(number: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(number));
  return bytes;
}
