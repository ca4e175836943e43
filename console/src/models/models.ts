import { queryOptions } from '@tanstack/react-query';
import { service } from '../service/service.ts';

/** No event reports the progress of a download. */
const LOOK_AGAIN_MS = 1_000;

/** The speech models; the service refuses the list to everybody but the owner. */
export const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: () => service.listModels(),
  refetchInterval: ({ state }) =>
    state.data?.models.some((model) => model.state === 'fetching') ? LOOK_AGAIN_MS : false,
});
