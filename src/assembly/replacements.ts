import type { Clock } from '../core/clock.ts';
import type { LoadLimits } from '../domains/listening/load.ts';
import type { DatabaseSearchOptions } from '../domains/search/candidates/database-search.ts';
import type { SnapshotLimits } from '../domains/search/snapshots/snapshot-writer.ts';
import type { Recogniser } from '../engines/recognition/recogniser.ts';
import type { UtteranceEngine } from '../engines/recognition/utterances/utterance-engine.ts';
import type { VoiceEncoder } from '../engines/voices/encoder/encoder.ts';
import type { Maker } from '../engines/understanding/maker.ts';
import type { Reader } from '../engines/reading/reader.ts';
import type { Library } from '../engines/models/library.ts';
import type { McpEndpoint } from '../transports/mcp/endpoint.ts';
import type { ClientDocuments } from '../transports/oauth/oauth.ts';

/** The parts that a test may replace. */
export interface Replacements {
  clock?: Clock;
  recogniser?: Recogniser;
  /** An engine of the built-in recogniser that several services share and that none of them ends. */
  builtinEngine?: UtteranceEngine;
  library?: Library;
  maker?: Maker;
  /** A reader that several services share, and that no service ends. */
  reader?: Reader;
  /** What understands without a language model, likewise. */
  rules?: Maker;
  voiceEncoder?: VoiceEncoder;
  /** The maximum time that a writer waits for memories that resemble the new memories. */
  hintPatienceMs?: number;
  /** False starts the thread of the search with the first search. */
  startsSearch?: boolean;
  /** The limits at which the service stores an index. */
  snapshots?: Partial<SnapshotLimits>;
  /** The limits at which the words of a user are stored in PostgreSQL. */
  candidates?: DatabaseSearchOptions;
  /** The load limits at which the service delays or refuses sessions. */
  load?: Partial<LoadLimits>;
  /** The time between two comments in an event stream. */
  heartbeatMs?: number;
  /** The time in which the body of a request must arrive. */
  bodyMs?: number;
  /** How long a sound of a Wyoming client may pause before it counts as ended. */
  wyomingPauseMs?: number;
  /** How many times as fast as real time the sample conversation is played. */
  sampleSpeed?: number;
  /** The network of the documents of unknown clients. */
  clientDocuments?: ClientDocuments;
  /** The tools of assistants. */
  mcp?: Partial<Pick<McpEndpoint, 'serverFor' | 'keepAliveMs'>>;
}
