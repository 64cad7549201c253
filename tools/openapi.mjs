/**
 * Writes `docs/openapi.json`, and from it the table of events in `docs/webhooks.md`, the page of who may call which route,
 * `docs/access-table.md`, and the generated part of `packages/client`; with `--check` it fails when one of them is not what the routes
 * and the list of calls say.
 * It runs the service in Nest's preview mode: nothing is instantiated, and no database is needed.
 */
import { isDeepStrictEqual } from 'node:util';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import 'reflect-metadata';
import { VersioningType } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { AppModule } from '../src/app.module.js';
import '../src/messages.js';
import { readConfig } from '#common/config/read-config.js';
import { describeApi } from '#operations/docs/index.js';
import { accessPage, Rows } from '#test/support/calls/access-table.js';
import { Contract } from '#test/support/contract.js';
import { clientFiles } from './client.mjs';

const ROOT = new URL('../', import.meta.url);
const DOCS = new URL('docs/', ROOT);

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
  const filepath = fileURLToPath(new URL('webhooks.md', DOCS));
  return format(renewed, { ...(await resolveConfig(filepath)), filepath });
}

const text = await currentDocument();
const document = JSON.parse(text);
const webhooks = await readFile(new URL('webhooks.md', DOCS), 'utf8');
const written = {
  'docs/openapi.json': text,
  'docs/webhooks.md': await withEvents(webhooks, document),
  'docs/access-table.md': accessPage(new Rows(new Contract(document))),
  ...(await clientFiles(document)),
};
for (const [name, content] of Object.entries(written)) {
  const file = new URL(name, ROOT);
  if (!process.argv.includes('--check')) await writeFile(file, content);
  else if (!isSame(await readFile(file, 'utf8').catch(() => '{}'), content, name)) {
    console.error(`${name} is not what the routes say: run "npm run openapi" and commit the result`);
    process.exitCode = 1;
  }
}
if (process.exitCode !== 1) console.log(`${Object.keys(written).join(', ')}: ${Math.round(text.length / 1024)} KiB`);
process.exit();

/** Documents are compared by what they mean. */
function isSame(one, other, name) {
  return name.endsWith('.json') ? isDeepStrictEqual(JSON.parse(one), JSON.parse(other)) : one === other;
}
