/**
 * Writes `openapi.json`, or with `--check` fails when the committed one is not what the routes say.
 * It runs the built service in Nest's preview mode: nothing is instantiated, and no database is needed.
 */
import { readFile, writeFile } from 'node:fs/promises';
import 'reflect-metadata';
import { VersioningType } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { AppModule } from '../dist/app.module.js';
import { readConfig } from '../dist/common/config/read-config.js';
import { buildOpenApi } from '../dist/common/openapi/index.js';

const FILE = new URL('../openapi.json', import.meta.url);

/** The document with the default settings, whatever the environment says. */
async function currentDocument() {
  const config = readConfig({});
  const app = await NestFactory.create(
    AppModule.with(config, 'postgres://nobody@localhost/nothing', []),
    new FastifyAdapter(),
    { preview: true, logger: false, abortOnError: false },
  );
  app.enableVersioning({ type: VersioningType.URI, prefix: `${config.apiPrefix}/v` });
  return `${JSON.stringify(await buildOpenApi(app, config), null, 2)}\n`;
}

const current = await currentDocument();
if (process.argv.includes('--check')) {
  const committed = await readFile(FILE, 'utf8').catch(() => '');
  if (committed !== current) {
    console.error('openapi.json is not what the routes say: run "npm run openapi" and commit the result');
    process.exit(1);
  }
  console.log('openapi.json is up to date');
} else {
  await writeFile(FILE, current);
  console.log(`openapi.json: ${Math.round(current.length / 1024)} KiB`);
}
process.exit(0);
