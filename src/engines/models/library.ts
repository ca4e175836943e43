/** Manages the models of this installation: available, installed and downloading. */
import { ModelError } from './model-error.ts';
import {
  folderOf,
  lostFileOf,
  nativeOf,
  readInstalled,
  removeInstalled,
  verifyInstalled,
  type Damage,
  type Installed,
} from './installed-model.ts';
import { MODELS, type ModelEntry } from './manifest.ts';
import { deletePart, sizeOf } from './downloads/download.ts';
import { partOf, pullModel, type PullOptions } from './model-pull.ts';

export interface LibraryOptions {
  folder: string;
  /** True when downloads are forbidden. */
  offline: boolean;
  mirror?: string | undefined;
  environment: Record<string, string | undefined>;
  /** Replaces the list of models in tests. */
  models?: readonly ModelEntry[];
}

export interface LibraryModel {
  entry: ModelEntry;
  installed: Installed | null;
  /** The bytes of an interrupted download. */
  partBytes: number;
}

/** An installed model that has lost a file. */
export interface BrokenModel {
  entry: ModelEntry;
  /** The path in the folder of the model. */
  lostFile: string;
}

export type Pull = Pick<PullOptions, 'signal' | 'onProgress' | 'now'> &
  Partial<Omit<PullOptions, 'entry' | 'folder' | 'mirror' | 'environment'>>;

export class Library {
  readonly folder: string;
  readonly models: readonly ModelEntry[];
  readonly #options: LibraryOptions;

  constructor(options: LibraryOptions) {
    this.#options = options;
    this.folder = options.folder;
    this.models = options.models ?? MODELS;
  }

  get offline(): boolean {
    return this.#options.offline;
  }

  find(id: string): ModelEntry | undefined {
    return this.models.find((entry) => entry.id === id);
  }

  entry(id: string): ModelEntry {
    const found = this.find(id);
    if (found) return found;
    const known = this.models.map((each) => each.id).join(', ');
    throw new ModelError(`There is no model ${id}. There are: ${known}.`);
  }

  async list(): Promise<LibraryModel[]> {
    return Promise.all(
      this.models.map(async (entry) => ({
        entry,
        installed: await readInstalled(this.folder, entry.id),
        partBytes: await sizeOf(partOf(this.folder, entry)),
      })),
    );
  }

  /** Lists the usable models, and the installed models that have lost files. */
  async installed(): Promise<{ usable: ModelEntry[]; broken: BrokenModel[] }> {
    const [usable, broken]: [ModelEntry[], BrokenModel[]] = [[], []];
    for (const { entry, installed } of await this.list()) {
      if (!installed) continue;
      const lostFile = await lostFileOf(this.folder, installed);
      if (lostFile === undefined) usable.push(entry);
      else broken.push({ entry, lostFile });
    }
    return { usable, broken };
  }

  /** Returns the settings that load the model from its folder. */
  native(entry: ModelEntry): ModelEntry['native'] {
    return nativeOf(entry, folderOf(this.folder, entry.id));
  }

  async pull(id: string, pull: Pull): Promise<Installed> {
    const entry = this.entry(id);
    const { folder, mirror, environment } = this.#options;
    if (this.offline && !pull.fromFile) {
      throw new ModelError(
        'SVC_MODELS=off: downloads are disabled. Use --from-file to install a model from an ' +
          'archive.',
      );
    }
    return pullModel({ ...pull, entry, folder, mirror, environment });
  }

  /** Resolves with null when the model is not installed. */
  async verify(id: string): Promise<Damage[] | null> {
    const installed = await readInstalled(this.folder, this.entry(id).id);
    return installed && verifyInstalled(this.folder, installed);
  }

  /** Resolves with true when a model was removed; also removes partial downloads. */
  async remove(id: string): Promise<boolean> {
    const part = partOf(this.folder, this.entry(id));
    const hadPart = (await sizeOf(part)) > 0;
    await deletePart(part);
    return (await removeInstalled(this.folder, id)) || hadPart;
  }
}
