import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each index of trigrams over a column: its name, table, column, and which rows it has. */
const SEARCHES = [
  ['bundles_name_search', 'bundles', 'name', 'WHERE deleted_at IS NULL'],
  ['bundles_id_search', 'bundles', 'bundle_id', 'WHERE deleted_at IS NULL'],
  ['products_sku_search', 'products', 'sku', 'WHERE deleted_at IS NULL'],
  ['users_username_search', 'users', 'username', ''],
  ['users_email_search', 'users', 'email', ''],
  ['orders_number_search', 'orders', 'order_number', ''],
] as const;

/**
 * Indexes of trigrams stand over an expression that only searches use, `searched` of the code. They can find what equals a
 * text too, many times slower than a B-tree; over the bare column the planner took them for thousands of SKUs, which ended
 * in a time-out. What is compared with the column can never find them now. Decision 38.
 */
export class SearchExpressions1790430000000 implements MigrationInterface {
  name = 'SearchExpressions1790430000000';

  async up(runner: QueryRunner): Promise<void> {
    await this.replace(runner, (column) => `(${column} || '')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.replace(runner, (column) => column);
  }

  private async replace(runner: QueryRunner, key: (column: string) => string): Promise<void> {
    for (const [index, table, column, where] of SEARCHES) {
      await runner.query(`DROP INDEX ${index}`);
      await runner.query(`CREATE INDEX ${index} ON ${table} USING gin (${key(column)} gin_trgm_ops) ${where}`);
    }
    for (const table of new Set(SEARCHES.map(([, name]) => name))) await this.analyze(runner, table);
  }

  /** The planner knows nothing of an expression until then. An empty table stays one of which nothing is known. */
  private async analyze(runner: QueryRunner, table: string): Promise<void> {
    const rows = (await runner.query(`SELECT FROM ${table} LIMIT 1`)) as unknown[];
    if (rows.length > 0) await runner.query(`ANALYZE ${table}`);
  }
}
