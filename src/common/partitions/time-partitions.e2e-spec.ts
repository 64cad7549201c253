import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource, Entity, PrimaryColumn } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '#test/support/test-database.js';
import { Config } from '../config/config.js';
import { DatabaseAddress } from '../database/connections.js';
import { dataSourceOptions } from '../database/data-source.js';
import { Database } from '../database/index.js';
import { PartitionedByTime, TimePartitions } from './time-partitions.js';

@Entity('notes')
@PartitionedByTime(
  { width: 'day', ahead: 3, keep: ({ cartTtlDays }) => `${cartTtlDays} days` },
  { table: 'letters', width: 'month', ahead: 1 },
)
class Note {
  @PrimaryColumn('timestamptz')
  at!: Date;
}

describe('entities that are partitioned by time', () => {
  let database: TestDatabase;
  let source: DataSource;
  let partitions: TimePartitions;

  beforeAll(async () => {
    database = await createTestDatabase();
    for (const table of ['notes', 'letters'])
      await database.query(`CREATE TABLE ${table} (at timestamptz PRIMARY KEY) PARTITION BY RANGE (at)`);
    source = await new DataSource({ ...dataSourceOptions(database.url, 2), entities: [Note] }).initialize();
    const address = new DatabaseAddress(database.url);
    const config = Object.assign(new Config(), { cartTtlDays: 30 });
    partitions = new TimePartitions(new Database(source, address), address, config);
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  const count = async (table: string): Promise<number> =>
    (await database.query(`SELECT FROM time_partitions('${table}')`)).length;

  it('say how they are partitioned, and how long that is kept', () => {
    expect(partitions.tables).toEqual([
      { table: 'notes', width: 'day', ahead: 3, keep: '30 days' },
      { table: 'letters', width: 'month', ahead: 1 },
    ]);
  });

  it('have no partitions made by a process that does one job: the instance has made them', async () => {
    process.env.COMMERCE_JOB = '{}';
    try {
      await partitions.onModuleInit();
    } finally {
      delete process.env.COMMERCE_JOB;
    }
    expect(await count('notes')).toBe(0);
  });

  it('have them made when an instance starts, which knows until when they can be written', async () => {
    await partitions.onModuleInit();
    expect([await count('notes'), await count('letters')]).toEqual([4, 2]);
    expect([...partitions.until.keys()]).toEqual(['notes', 'letters']);
  });
});
