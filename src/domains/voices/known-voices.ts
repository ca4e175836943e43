import { together } from '../../engines/voices/print.ts';
import type {
  OwnerVerdict,
  VoiceVerdict,
  VoicePrint,
  VoicePrinter,
} from '../../engines/voices/print.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { selectPeoplePrints } from './prints.sql.ts';
import { selectOwnPrint } from './speech-profiles.sql.ts';

/** A known voice, of the user or of another person. */
export interface KnownVoice {
  is_user: boolean;
  person_id: string | null;
  person_name: string | null;
  print: VoicePrint;
}

export async function knownVoices(
  context: Context,
  { model }: VoicePrinter,
  { withOwn }: { withOwn: boolean },
): Promise<KnownVoice[]> {
  const user_id = userOf(context);
  const own = withOwn ? await selectOwnPrint(context.db, user_id, model) : null;
  const people = Map.groupBy(
    await selectPeoplePrints(context.db, user_id, model),
    ({ person_id }) => person_id,
  );
  return [
    ...(own ? [{ is_user: true, person_id: null, person_name: null, print: own }] : []),
    ...[...people].map(([person_id, prints]) => ({
      is_user: false,
      person_id,
      person_name: prints[0]!.person_name,
      print: together(prints.map(({ print }) => print))!,
    })),
  ];
}

export interface Recognised {
  voice: KnownVoice;
  verdict: Exclude<VoiceVerdict, 'other'>;
}

/**
 * Returns the most similar known voice; null when no voice is similar enough. The result is
 * uncertain if a second voice is nearly as similar.
 */
export function recogniseVoice(
  printer: VoicePrinter,
  known: readonly KnownVoice[],
  heard: VoicePrint,
): Recognised | null {
  const ranked = known
    .map((voice) => ({ voice, likeness: printer.likeness(voice.print, heard) }))
    .toSorted((a, b) => b.likeness - a.likeness);
  const [best, next] = ranked;
  if (!best) return null;
  const verdict = printer.judge(best.likeness);
  if (verdict === 'other') return null;
  const isClose = next !== undefined && next.likeness > CLOSE * best.likeness;
  return { voice: best.voice, verdict: isClose ? 'perhaps' : verdict };
}

/**
 * The result is uncertain when the similarity of the second voice is at least this share of the
 * first one's.
 */
const CLOSE = 0.85;

/** Returns whether a recognised voice is the user's. */
export function ownerVerdict(found: Recognised | null): OwnerVerdict {
  if (!found?.voice.is_user) return 'other';
  return found.verdict === 'sure' ? 'owner' : 'probable';
}
