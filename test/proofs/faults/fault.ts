import type { Pool } from 'pg';
import type { Disk } from '#test/support/disk.js';
import type { Instance } from '#test/support/instance.js';
import type { Random } from '#test/support/random.js';
import type { Shop } from '#test/support/shop.js';
import type { PostgresServer } from './postgres.js';

/** What faults befall. */
export interface World {
  readonly server: PostgresServer;
  readonly instances: readonly Instance[];
  /** The disk that the server's data are on, where one is to be full. */
  readonly disk: Disk | undefined;
  /** What clients work with. */
  readonly shop: Shop;
  /** Looks into the database, as the superuser. */
  readonly pool: Pool;
  readonly random: Random;
  /** Gives the run up. */
  readonly signal: AbortSignal;
}

/** Ends what a fault does, and waits until nothing of it is left but what the service itself has to repair. */
type Heal = () => Promise<Healed>;

/** What a fault has to say when it is over. */
interface Healed {
  /** What it did, in a few words, such as `4 kills`. */
  readonly did: string;
  /** What went against its own expectations; empty when all was well. */
  readonly troubles: readonly string[];
}

/** Something that goes wrong while clients work. */
export interface Fault {
  readonly name: string;
  /** What goes wrong, for the report. */
  readonly title: string;
  /** Whether clients change a network meanwhile too, beside the shop. */
  readonly withNetwork?: true;
  /** Begins to do it, and goes on until it is healed. */
  inject(world: World): Promise<Heal>;
}
