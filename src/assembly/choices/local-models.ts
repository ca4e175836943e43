/** Chooses and opens the models that are installed here. */
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { StartError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { fitsInMemory } from '../../engines/models/machine-memory.ts';
import { Library, type BrokenModel } from '../../engines/models/library.ts';
import type { ModelEntry } from '../../engines/models/manifest.ts';
import type { LocalModel } from '../../engines/recognition/local/local.ts';
import { SherpaEncoder } from '../../engines/voices/encoder/sherpa-encoder.ts';

export function openLibrary(
  { models, storage }: Pick<Config, 'models' | 'storage'>,
  environment: Record<string, string | undefined> = process.env,
): Library {
  return new Library({
    folder: models.folder ?? join(storage.dataDir, 'models'),
    offline: models.downloads === 'off',
    mirror: models.mirror,
    environment,
  });
}

const BEST_FIRST = ['high', 'medium'];

/** The installed recogniser to use, and the damage that kept others from being used. */
interface LocalChoice {
  /** Null when no installed recogniser is suitable. */
  model: LocalModel | null;
  /** Names the damaged recognisers and the cure; null when there are none. */
  damage: string | null;
}

export async function chooseLocalModel(
  { library, log }: { library: Library; log: Log },
  wanted: string | undefined,
): Promise<LocalChoice> {
  const { usable, broken } = await library.installed();
  for (const { entry, lostFile } of broken) {
    const file = join(library.folder, entry.id, lostFile);
    log.error({ model: entry.id, file }, damageOf({ entry, lostFile }));
  }
  const deaf = broken.filter(({ entry }) => entry.purpose.kind === 'recogniser');
  const damage = deaf.length > 0 ? deaf.map(damageOf).join(', ') : null;
  const installed = usable.flatMap((entry) => localModel(library, entry));
  if (wanted === undefined) {
    const fitting = installed.filter(({ id }) => fitsInMemory(library.entry(id).memoryBytes));
    return { model: fitting.toSorted((a, b) => rank(a) - rank(b))[0] ?? null, damage };
  }
  const found = installed.find(({ id }) => id === wanted);
  // The other recognisers stand in for a damaged one, because sound that arrives meanwhile has words.
  if (found || deaf.some(({ entry }) => entry.id === wanted)) {
    return { model: found ?? null, damage };
  }
  const names = installed.map(({ id }) => id).join(', ') || 'none';
  throw new StartError(
    `SVC_RECOGNISER_MODEL=${wanted}: this recogniser is not installed (installed: ` +
      `${names}). Fetch it with: commonplace models pull ${wanted}`,
  );
}

function damageOf({ entry: { id }, lostFile }: BrokenModel): string {
  return `the file ${lostFile} of ${id} is missing or damaged; fetch it again with: commonplace models pull ${id}`;
}

/** Opens the installed model that distinguishes voices; returns null when there is none. */
export async function openVoiceEncoder(library: Library, log: Log): Promise<SherpaEncoder | null> {
  for (const entry of (await library.installed()).usable) {
    const { id, purpose } = entry;
    const native = library.native(entry);
    if (purpose.kind !== 'speaker' || native.kind !== 'speaker') continue;
    const { dimensions } = purpose;
    return new SherpaEncoder({ name: `sherpa-${id}`, dimensions, native, log });
  }
  return null;
}

/** Ranks by quality. Among models of equal quality, streaming models come first. */
function rank({ quality, native }: LocalModel): number {
  return BEST_FIRST.indexOf(quality) * 2 + (native.kind === 'streaming-transducer' ? 0 : 1);
}

function localModel(library: Library, entry: ModelEntry): LocalModel[] {
  const { id, purpose } = entry;
  const native = library.native(entry);
  if (purpose.kind !== 'recogniser' || native.kind === 'speaker' || native.kind === 'gguf')
    return [];
  const { punctuates, wordTimes, languages, quality } = purpose;
  return [{ id, native, punctuates, wordTimes, languages, quality }];
}
