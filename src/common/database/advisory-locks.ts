/**
 * All advisory locks of the service, so that no number has two meanings. A version and the next one run side by side during an
 * upgrade: a number stays as it is, and one that is given up is not used again. Locks that are drawn from a hash (sessions,
 * `Idempotency-Key`, results of a run) are of 64 bits and meet no number here.
 */
export const ADVISORY_LOCKS = {
  /** Instances that start at the same time migrate one after the other. */
  migrations: 715_240_001,
  /** Who works on partitions; held for minutes. */
  partitions: 715_240_002,
  /** The first super admin and the demo are made once. */
  firstStart: 715_240_003,
  /** The first signing key is made once. */
  firstSigningKey: 715_240_004,
  /** Queues of jobs that have become empty are removed alone. */
  jobQueues: 1_790_520,
  /** Settings of the network. */
  networkSettings: 1_790_610,
  /** Who publishes a plan, alone; who relies on what is published, together. */
  plans: 1_790_650,
  /** Final runs start one after the other. */
  startingRuns: 1_790_670,
  /** The ledger of earnings. */
  earnings: 1_790_671,
  /**
   * What is posted. Rows of the last hour have locks of their own, one for each quarter of an hour: this number times 10^9, and
   * the number of the quarter.
   */
  postedPeriods: 1_790_672,
  /** Corrections are made one after the other. */
  corrections: 1_790_675,
  /** The shares of a posted run are added up once. */
  compliance: 1_790_676,
} as const;

/** Families of locks: each lock has a second number, and PostgreSQL keeps them apart from those above. */
export const ADVISORY_LOCK_FAMILIES = {
  /** A place in the placement tree. */
  places: 1_790_611,
  /** A tree, while members are moved. */
  trees: 1_790_612,
  /** The simulations of an admin. */
  simulations: 1_790_673,
} as const;
