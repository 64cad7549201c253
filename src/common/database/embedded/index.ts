export { EmbeddedPostgresError } from './embedded-postgres.error.js';
export { startEmbeddedPostgres, type EmbeddedServer } from './launcher.js';
