/**
 * Writes `docs/openapi.json`, and from it the table of events in `docs/webhooks.md`; with `--check` it fails when the committed
 * document is not what the routes say.
 * It runs the service in Nest's preview mode: nothing is instantiated, and no database is needed.
 */
import { isDeepStrictEqual } from 'node:util';
import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import 'reflect-metadata';
import { VersioningType } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { AppModule } from '../src/app.module.js';
import { readConfig } from '#common/config/read-config.js';
import { describeApi } from '#operations/docs/index.js';

const FILE = new URL('../docs/openapi.json', import.meta.url);
const PAGE = new URL('../docs/webhooks.md', import.meta.url);

/** The document with the default settings, whatever the environment says. */
async function currentDocument() {
  const config = readConfig({});
  const app = await NestFactory.create(
    AppModule.with(config, 'postgres://nobody@localhost/nothing', []),
    new FastifyAdapter(),
    { preview: true, logger: false, abortOnError: false },
  );
  app.enableVersioning({ type: VersioningType.URI, prefix: `${config.apiPrefix}/v` });
  return `${JSON.stringify(await describeApi(app, config), null, 2)}\n`;
}

/** The page about webhooks, with the events of a document in its table. */
async function withEvents(page, { webhooks, components }) {
  const resolved = ({ $ref, ...schema }) => ($ref === undefined ? schema : components.schemas[$ref.split('/').at(-1)]);
  const rows = Object.entries(webhooks).map(([type, { post }]) => {
    const event = resolved(post.requestBody.content['application/json'].schema);
    const fields = Object.keys(resolved(event.properties.data).properties);
    return `| \`${type}\` | ${post.summary} | ${fields.map((name) => `\`${name}\``).join(', ')} |`;
  });
  const table = ['| Type | When | `data` |', '| - | - | - |', ...rows].join('\n');
  const renewed = page.replace(/(^## Events\n.+?\n\n)\|.+?(?=\n\n)/ms, (_, before) => before + table);
  return format(renewed, { ...(await resolveConfig(PAGE)), filepath: PAGE.pathname });
}

const current = await currentDocument();
if (process.argv.includes('--check')) {
  const committed = await readFile(FILE, 'utf8').catch(() => '{}');
  if (!isDeepStrictEqual(JSON.parse(committed), JSON.parse(current))) {
    console.error('docs/openapi.json is not what the routes say: run "npm run openapi" and commit the result');
    process.exit(1);
  }
  console.log('docs/openapi.json is up to date');
} else {
  await writeFile(FILE, current);
  await writeFile(PAGE, await withEvents(await readFile(PAGE, 'utf8'), JSON.parse(current)));
  console.log(`docs/openapi.json: ${Math.round(current.length / 1024)} KiB`);
}
process.exit(0);
