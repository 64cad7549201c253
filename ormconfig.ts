import { join } from 'node:path';
import { dataSourceOptions } from '#common/database/data-source.js';
import { MIGRATIONS } from '#common/database/migrations/index.js';
import { dataSourceOf } from '#common/migrate.js';

/**
 * For TypeORM's own command line, on DATABASE_URL or the embedded database:
 * `npm run migration:show`, `npm run migration:run`, `npm run migration:revert`.
 */
export default await dataSourceOf((url) => ({
  ...dataSourceOptions(url, 2),
  migrations: MIGRATIONS,
  entities: [join(import.meta.dirname, 'src/**/*.entity.ts')],
}));
