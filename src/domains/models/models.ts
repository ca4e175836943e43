import { z } from 'zod';
import { Conflict, Invalid, NotFound } from '../../core/errors.ts';
import type { Library, LibraryModel } from '../../engines/models/library.ts';
import type { ModelEntry } from '../../engines/models/manifest.ts';
import { recommendedModels } from '../../engines/models/recommended-models.ts';
import { Success } from '../../kit/acknowledgement.ts';
import { defineOperation, NoInput } from '../../kit/operation.ts';
import { requireOwner } from '../accounts/owner.ts';
import { Model, ModelId, Models, PullModel } from './model.ts';
import type { InForce } from './providers.ts';
import type { Pulls } from './pulls.ts';

export interface ModelParts {
  library: Library;
  pulls: Pulls;
  /** The ids of the models that this process uses. */
  inUse: readonly string[];
  providers: readonly InForce[];
}

const OWNER_ONLY =
  'Only for the owner of the installation, which is its first account: models take its disk and its licence.';

export function modelOperations({ library, pulls, inUse }: Omit<ModelParts, 'providers'>) {
  const list = defineOperation({
    name: 'listModels',
    summary: 'List the speech models',
    description: `Lists available models, installed models and running downloads. ${OWNER_ONLY}`,
    scope: null,
    effect: 'read',
    input: NoInput,
    output: Models,
    async run(context) {
      await requireOwner(context);
      const { hearing, understanding } = recommendedModels(library);
      return {
        models: (await library.list()).map(asModel),
        downloads_allowed: !library.offline,
        recommended: [...hearing, ...understanding].map(({ id }) => id),
      };
    },
  });

  const pull = defineOperation({
    name: 'pullModel',
    summary: 'Fetch a speech model',
    description:
      'Starts the download and answers at once; the list shows the progress. The service uses ' +
      `the model after its next start. ${OWNER_ONLY}`,
    scope: null,
    effect: 'write',
    input: PullModel,
    output: Model,
    async run(context, { id, sha256 }) {
      await requireOwner(context);
      const entry = known(id);
      if (library.offline) throw new Conflict('The operator allows no downloads (SVC_MODELS=off).');
      if ((await found(entry)).installed) {
        throw new Conflict('This model is already installed. Delete it first to fetch it again.');
      }
      if (!entry.sha256 && !sha256) {
        throw new Invalid('The hash of this model is not known: send the `sha256` that you trust.');
      }
      pulls.start(id, sha256);
      return asModel(await found(entry));
    },
  });

  const remove = defineOperation({
    name: 'deleteModel',
    summary: 'Delete a speech model, or cancel its download',
    description: `The service keeps using a loaded model until it stops. ${OWNER_ONLY}`,
    scope: null,
    effect: 'destroy',
    input: z.object({ id: ModelId }),
    output: Success,
    async run(context, { id }) {
      await requireOwner(context);
      known(id);
      const isFetching = pulls.stateOf(id).progress !== null;
      await pulls.cancel(id);
      if (!(await library.remove(id)) && !isFetching) throw new NotFound('Model not found');
      return { success: true as const };
    },
  });

  function known(id: string): ModelEntry {
    const entry = library.find(id);
    if (!entry) throw new NotFound('Model not found');
    return entry;
  }

  async function found(entry: ModelEntry): Promise<LibraryModel> {
    return (await library.list()).find((each) => each.entry === entry)!;
  }

  function asModel({ entry, installed, partBytes }: LibraryModel): Model {
    const { purpose } = entry;
    const { progress, problem } = pulls.stateOf(entry.id);
    const words = purpose.kind === 'recogniser' ? purpose : null;
    const idle = installed ? 'installed' : problem ? 'failed' : 'available';
    return {
      id: entry.id,
      title: entry.title,
      purpose: purpose.kind,
      languages: words && words.languages !== 'any' ? [...words.languages] : null,
      live: entry.native.kind === 'streaming-transducer',
      quality: words?.quality ?? null,
      punctuation: words?.punctuates ?? false,
      download_bytes: entry.bytes,
      disk_bytes: entry.diskBytes,
      memory_bytes: entry.memoryBytes,
      licence: entry.licence,
      sha256: entry.sha256,
      state: progress ? 'fetching' : idle,
      progress: progress && { ...progress, bytes: Math.max(progress.bytes, partBytes) },
      problem,
      installed_at: installed?.installed_at ?? null,
      in_use: inUse.includes(entry.id),
    };
  }

  return { list, pull, remove };
}
