import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '#common/database/data-source.js';
import { migrationsUrl, withSeparateHistories } from '#common/migrate.js';

const url = migrationsUrl();
if (url === undefined) throw new Error('set DATABASE_URL to the database that the migrations are for');

// A history that an earlier version has mixed up with that of extensions cannot be reverted.
await withSeparateHistories(url);

/**
 * For TypeORM's own command line:
 * `npm run migration:show`, `npm run migration:run`, `npm run migration:revert`.
 */
export default new DataSource({
  ...dataSourceOptions(url, 2),
  entities: [join(import.meta.dirname, 'src/**/*.entity.ts')],
});
