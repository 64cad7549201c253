export { EmbeddedPostgresError } from './embedded-postgres.error.js';
export { startEmbeddedPostgres, type EmbeddedOptions, type EmbeddedServer } from './launcher.js';
