import type { MigrationInterface } from 'typeorm';
import { MIGRATION_FILES } from './files.js';

const modules = await Promise.all(
  MIGRATION_FILES.map((name) => import(`./${name}`) as Promise<Record<string, new () => MigrationInterface>>),
);

/** All migrations of this folder, oldest first. Loaded only to be run: there are many, and a start has rarely one to run. */
export const MIGRATIONS = modules.flatMap((module) => Object.values(module));
