/**
 * Settings of the embedded PostgreSQL for durability, little memory and little output. `-F` (no
 * fsync), one of PGlite's defaults, is omitted on purpose.
 */
const SETTINGS = {
  search_path: 'public',
  exit_on_error: 'false',
  log_checkpoints: 'false',
  max_worker_processes: '0',
  max_parallel_workers: '0',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  io_method: 'sync',
  fsync: 'on',
  wal_sync_method: 'fsync',
  wal_init_zero: 'off',
  shared_buffers: '16MB',
  timezone: 'UTC',
  jit: 'off',
  // All callers wait for ANALYZE. With 300,000 memories, it takes 350 ms at the default statistics
  // target of 100, and 100 ms at 30.
  default_statistics_target: '30',
};

export const START_PARAMETERS = [
  '--single',
  '-O',
  '-j',
  ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];
