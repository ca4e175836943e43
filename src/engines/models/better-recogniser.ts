import { MODELS } from './manifest.ts';
import type { Recogniser } from '../recognition/recogniser.ts';
import { WHISPER } from '../recognition/whisper/whisper.ts';

/** The recogniser in use, with those that hear worse. */
export interface BetterRecogniser {
  name: string;
  /** The names of the recognisers that hear worse, as in `stt_provider`. */
  lesser: readonly string[];
  languages: readonly string[] | 'any';
}

/** The recogniser of the first versions, which wrote every second word wrong. */
const FORMER = ['pocketsphinx'];
const PROVIDERS = ['deepgram', 'openai', 'openai-realtime'];

/** All recognisers that make words, from the worst to the best. Those of a group count as equal. */
const GROUPS: readonly (readonly string[])[] = [
  FORMER,
  [WHISPER],
  installed('medium'),
  installed('high'),
  PROVIDERS,
];

/** Returns null when the service knows no recogniser that hears worse than this one. */
export function betterRecogniser({
  name,
  capabilities: { languages },
}: Pick<Recogniser, 'name' | 'capabilities'>): BetterRecogniser | null {
  const lesser = lesserThan(name);
  return lesser.length > 0 ? { name, lesser, languages } : null;
}

/** Returns the recognisers that hear worse; none for an unknown name. */
export function lesserThan(name: string): string[] {
  const place = GROUPS.findIndex((group) => group.includes(name));
  return GROUPS.slice(0, Math.max(0, place)).flat();
}

function installed(quality: 'medium' | 'high'): string[] {
  return MODELS.flatMap(({ id, purpose }) =>
    purpose.kind === 'recogniser' && purpose.quality === quality ? [`sherpa-${id}`] : [],
  );
}
