/** The messages between the service and the process of a model for text. */

export type TextModelKind = 'language-model' | 'encoder' | 'reranker';

/** The command line of the process, as JSON. All paths are absolute. */
export interface TextModelStart {
  /** The URL of the module of llama.cpp. */
  runtime: string;
  kind: TextModelKind;
  file: string;
  threads: number;
  /** The maximum length of a request with its answer, in tokens. */
  contextTokens: number;
}

export type TextRequest =
  | { kind: 'write'; system: string; user: string; schema?: object | undefined; maxTokens: number }
  | { kind: 'embed'; texts: readonly string[] }
  | { kind: 'rank'; query: string; texts: readonly string[] };

/** A later message with the id of a request; `abort` stops it. */
export type ToProcess = { id: number; request: TextRequest } | { id: number; abort: true };

export type TextAnswer =
  | { kind: 'write'; text: string; tokens: number }
  | { kind: 'embed'; vectors: Float32Array[] }
  /** The chance of each text to answer the query. */
  | { kind: 'rank'; scores: number[] };

export type FromProcess =
  | { type: 'piece'; id: number; text: string }
  | { type: 'answer'; id: number; answer: TextAnswer }
  /** The request is at fault, and not the process. */
  | { type: 'refused'; id: number; reason: string };
