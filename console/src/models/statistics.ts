import { queryOptions } from '@tanstack/react-query';
import { service } from '../service/service.ts';

/** Counts the records of the account, and the requests and tokens of its models. */
export const statisticsQuery = queryOptions({
  queryKey: ['statistics'],
  queryFn: () => service.getOwnStatistics(),
  staleTime: 0,
});
