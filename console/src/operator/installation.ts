import { queryOptions } from '@tanstack/react-query';
import { service } from '../service/service.ts';

/** No event reports the load of the service. */
const LOOK_AGAIN_MS = 5_000;

export const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: () => service.getInstallation(),
  refetchInterval: LOOK_AGAIN_MS,
});
