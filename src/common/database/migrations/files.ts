import { readdir } from 'node:fs/promises';

const MIGRATION = /^\d+-.*(?<!\.d)\.[jt]s$/;

/** The files of all migrations in this folder, oldest first. Each begins with the timestamp of its migration. */
export const MIGRATION_FILES = (await readdir(import.meta.dirname)).filter((name) => MIGRATION.test(name)).sort();
