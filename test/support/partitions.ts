import { TimePartitions } from '#common/partitions/time-partitions.js';
import type { TestApp } from './start-test-app.js';

/**
 * Takes the first partition of a table away, with its rows, as it is once its time is past. In a new database it takes
 * everything until the present piece ends; now there is one for that.
 */
export async function dropFirstPartition(app: TestApp, table: string): Promise<void> {
  await app.database.query(`DROP TABLE IF EXISTS ${table}_before`);
  await app.nest.get(TimePartitions, { strict: false }).round();
}
