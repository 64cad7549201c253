/**
 * Columns of a SELECT that keep a transaction to one process of the database until it ends, for work in the background: with
 * parallel workers, which queries and indexes of large tables get by default, requests would find all cores taken.
 */
export const ONE_PROCESS = `set_config('max_parallel_workers_per_gather', '0', true),
          set_config('max_parallel_maintenance_workers', '0', true)`;
