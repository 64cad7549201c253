import { FirstSchema1790000000000 } from './1790000000000-first-schema.js';

/** All migrations, oldest first. */
export const MIGRATIONS = [FirstSchema1790000000000];
