import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import type { DocumentBuilder, OpenAPIObject, OperationObject, PathItemObject } from '@nestjs/swagger';
import type { Config } from '../config/config.js';
import { API_VERSION } from '../http/api-version.js';
import { PACKAGE_ROOT } from '../package-root.js';
import { sharedComponents } from './components.js';
import { describeAll } from './decorators.js';
import type { SharedResponses } from './failure-responses.js';
import { introduction, TAGS, TITLE } from './introduction.js';
import { completeOperation } from './operation.js';
import { fallbackOperationId, routeFacts, type RouteFacts } from './routes.js';
import { modernise } from './schemas.js';
import { usedComponents } from './used-components.js';
import { documentedEvents, eventSchemas, WEBHOOK_RESPONSES, webhooksOf } from './webhooks.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

const PACKAGE = join(PACKAGE_ROOT, 'package.json');

/**
 * Builds the OpenAPI 3.1 document of an application, extensions' routes included. It works in Nest's preview mode too.
 * The same routes and settings always give the same document, key by key.
 */
export async function buildOpenApi(app: INestApplication, config: Config): Promise<OpenAPIObject> {
  const library = await import('@nestjs/swagger');
  describeAll(library);
  const events = documentedEvents(app);
  const document = library.SwaggerModule.createDocument(app, skeleton(new library.DocumentBuilder(), config), {
    operationIdFactory: fallbackOperationId,
    autoTagControllers: false,
    extraModels: [...new Set(events.map(({ data }) => data))],
  });
  const schemas = sorted({
    ...document.components?.schemas,
    ...sharedComponents().schemas,
    ...eventSchemas(events),
  });
  for (const schema of Object.values(schemas)) modernise(schema);
  const facts = routeFacts(app);
  const responses: SharedResponses = { ...WEBHOOK_RESPONSES };
  const paths: Record<string, PathItemObject> = {};
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of operationsOf(item)) {
      completeOperation(operation, { path, method }, factsOf(facts, operation), { schemas, responses });
    }
    paths[canonicalPath(path, config)] = item;
  }
  document.paths = sorted(paths);
  document.webhooks = webhooksOf(events, schemas);
  document.components = { ...sharedComponents(), schemas, responses: sorted(responses) };
  document.components = usedComponents(document);
  document.tags = usedTags(document);
  return document;
}

function skeleton(builder: DocumentBuilder, config: Config): Omit<OpenAPIObject, 'paths'> {
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
  const document = builder
    .setOpenAPIVersion('3.1.0')
    .setTitle(TITLE)
    .setDescription(introduction(config))
    .setVersion(version)
    .addServer(serverUrl(config))
    .build();
  document.info.license = { name: 'MIT', identifier: 'MIT' } as { name: string };
  return document;
}

/**
 * The address that clients call. `localhost` would mean another machine to each reader, and would end up in generated
 * clients: there the document says “where you have this from”.
 */
function serverUrl({ publicUrl }: Config): string {
  return LOOPBACK.has(new URL(publicUrl).hostname) ? '/' : publicUrl;
}

/** The operations of a path, each with its method in lower case. */
export function operationsOf(item: PathItemObject): [string, OperationObject][] {
  return METHODS.flatMap((method): [string, OperationObject][] => {
    const operation = item[method];
    return operation === undefined ? [] : [[method, operation]];
  });
}

function factsOf(facts: Map<string, RouteFacts>, { operationId }: OperationObject): RouteFacts {
  const found = facts.get(operationId ?? '');
  if (found === undefined) throw new Error(`the route of operation ${operationId} was not found`);
  return found;
}

/** Paths of the API are written with the trailing slash, as in the specification; it may be left out. */
function canonicalPath(path: string, { apiPrefix }: Config): string {
  const isApi = path.startsWith(`/${apiPrefix}/${API_VERSION}/`) || path.startsWith('/admin/api/');
  return isApi && !path.endsWith('/') ? `${path}/` : path;
}

/** Our tags in their order, then those of extensions. */
function usedTags(document: OpenAPIObject): OpenAPIObject['tags'] & object {
  const used = new Set(
    Object.values(document.paths).flatMap((item) => operationsOf(item).flatMap(([, { tags }]) => tags ?? [])),
  );
  const known = TAGS.filter(({ name }) => used.has(name));
  const others = [...used].filter((name) => !TAGS.some((tag) => tag.name === name)).sort();
  return [...known, ...others.map((name) => ({ name }))];
}

function sorted<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
