import { readdir } from 'node:fs/promises';
import type { MigrationInterface } from 'typeorm';

const MIGRATION = /^\d+-.*(?<!\.d)\.[jt]s$/;

const files = (await readdir(import.meta.dirname)).filter((name) => MIGRATION.test(name)).sort();
const modules = await Promise.all(
  files.map((name) => import(`./${name}`) as Promise<Record<string, new () => MigrationInterface>>),
);

/** All migrations of this folder, oldest first. */
export const MIGRATIONS = modules.flatMap((module) => Object.values(module));
