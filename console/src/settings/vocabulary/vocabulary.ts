import { queryOptions } from '@tanstack/react-query';
import { queryClient } from '../../service/queries.ts';
import { ApiError, service } from '../../service/service.ts';

export const vocabularyQuery = queryOptions({
  queryKey: ['vocabulary'],
  queryFn: () => service.read('getOwnVocabulary', {}),
  // No event tells that a word was learned.
  refetchOnMount: 'always',
});

const MAX_TRIES = 4;

/** Changes the list as it is now, so that words that were learned meanwhile stay. */
export async function changeWords(
  change: (words: readonly string[]) => readonly string[],
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { value, etag } = await service.read('getOwnVocabulary', {});
    const words = [...change(value.words.map(({ word }) => word))];
    try {
      await service.replaceOwnVocabulary({ words }, { ifMatch: etag });
      break;
    } catch (error) {
      const isOld = error instanceof ApiError && error.status === 412;
      if (!isOld || tries === MAX_TRIES) throw error;
    }
  }
  await queryClient.invalidateQueries(vocabularyQuery);
}
