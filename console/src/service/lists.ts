/** Short lists that several pages show. */
import { queryOptions } from '@tanstack/react-query';
import { service } from './service.ts';

export const foldersQuery = queryOptions({
  queryKey: ['folders'],
  queryFn: () => service.listOwnFolders(),
});

export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: () => Array.fromAsync(service.all.listOwnPeople({ limit: 1000 })),
});
