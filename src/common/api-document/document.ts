import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import type {
  ComponentsObject,
  DocumentBuilder,
  OpenAPIObject,
  OperationObject,
  PathItemObject,
  SchemaObject,
} from '@nestjs/swagger';
import type { Config } from '../config/config.js';
import { describeCustomFields } from '../custom-fields/schema.js';
import { API_VERSION } from '../http/api-version.js';
import { PACKAGE_ROOT } from '../package-root.js';
import { sharedComponents } from './components.js';
import { describeAll, describedTags, prototypeOf } from '../openapi/decorators.js';
import { completeOperation } from './operation.js';
import { componentsOf, fallbackOperationId, modelsOf, routeFacts, type RouteFacts } from './routes.js';
import { modernise, resolve } from './schemas.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const PACKAGE = join(PACKAGE_ROOT, 'package.json');

/** The documentation of webhooks. */
export interface DocumentedWebhooks {
  /** The classes that the schemas refer to. */
  models: (new () => object)[];
  components: Required<Pick<ComponentsObject, 'schemas' | 'parameters' | 'responses'>>;
  /** Builds the `webhooks` of the document, given its components. */
  describe(document: OpenAPIObject): Record<string, PathItemObject>;
}

/** The contents of the document besides routes. */
export interface DocumentText {
  title: string;
  /** The introduction for client developers, in Markdown. */
  description: string;
  webhooks: DocumentedWebhooks;
}

/**
 * Builds the OpenAPI 3.1 document of an application, including routes of extensions. Works in Nest's preview mode too. The
 * result is deterministic, including the order of keys.
 */
export async function buildOpenApi(
  app: INestApplication,
  config: Config,
  { webhooks, ...info }: DocumentText,
): Promise<OpenAPIObject> {
  const library = await import('@nestjs/swagger');
  describeAll(library);
  const facts = routeFacts(app);
  const document = library.SwaggerModule.createDocument(app, skeleton(new library.DocumentBuilder(), config, info), {
    operationIdFactory: fallbackOperationId,
    autoTagControllers: false,
    extraModels: [...new Set([...webhooks.models, ...[...facts.values()].flatMap(modelsOf)])],
  });
  const shared = sharedComponents();
  const own = Object.assign({}, ...[...facts.values()].map(componentsOf)) as Record<string, SchemaObject>;
  const { schemas, parameters, responses } = webhooks.components;
  document.components = {
    ...shared,
    parameters: { ...shared.parameters, ...parameters },
    schemas: sorted({ ...document.components?.schemas, ...shared.schemas, ...schemas, ...own }),
    responses: { ...responses },
  };
  for (const schema of Object.values(document.components.schemas!)) modernise(schema);
  describeCustomFields(document, prototypeOf);
  const paths: Record<string, PathItemObject> = {};
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of operationsOf(item)) {
      completeOperation(document, operation, method, factsOf(facts, operation));
    }
    paths[canonicalPath(path, config)] = item;
  }
  document.paths = sorted(paths);
  document.webhooks = webhooks.describe(document);
  document.components.responses = sorted(document.components.responses!);
  document.tags = describedTags(new Set(operationsIn(document).flatMap(({ tags }) => tags ?? [])));
  return withUsedParts(document);
}

/**
 * The part of the document for client applications: everything except the admin module, including webhooks, with only the
 * components that are used. See docs/spec/service.md#10.
 */
export function clientDocument(whole: OpenAPIObject): OpenAPIObject {
  const paths = Object.entries(whole.paths).filter(([path]) => !path.startsWith('/admin/'));
  return withUsedParts({ ...whole, paths: Object.fromEntries(paths) });
}

/** The document without unused components and tags. */
function withUsedParts(document: OpenAPIObject): OpenAPIObject {
  const operations = operationsIn(document);
  const used = referredTo(document);
  for (const { security = [] } of operations)
    for (const name of security.flatMap(Object.keys)) used.add(`#/components/securitySchemes/${name}`);
  const components = Object.entries(document.components ?? {}).map(([part, all]) => [
    part,
    Object.fromEntries(Object.entries(all as object).filter(([name]) => used.has(`#/components/${part}/${name}`))),
  ]);
  return {
    ...document,
    tags: (document.tags ?? []).filter(({ name }) => operations.some(({ tags }) => tags?.includes(name))),
    components: Object.fromEntries(components) as ComponentsObject,
  };
}

/** All direct and indirect references of paths and webhooks. */
function referredTo(document: OpenAPIObject): Set<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { $ref } = value as { $ref?: unknown };
    if (typeof $ref === 'string' && !found.has($ref)) {
      found.add($ref);
      visit(resolve(document, { $ref }));
    }
    Object.values(value).forEach(visit);
  };
  visit([document.paths, document.webhooks]);
  return found;
}

function skeleton(
  builder: DocumentBuilder,
  config: Config,
  { title, description }: Omit<DocumentText, 'webhooks'>,
): Omit<OpenAPIObject, 'paths'> {
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
  const document = builder
    .setOpenAPIVersion('3.1.0')
    .setTitle(title)
    .setDescription(description)
    .setVersion(version)
    // Never relative: openapi-generator makes `http://localhost` of `/`.
    .addServer(config.publicUrl)
    .build();
  document.info.license = { name: 'MIT', identifier: 'MIT' } as { name: string };
  return document;
}

/** The operations of a path, each with its method in lower case. */
export function operationsOf(item: PathItemObject): [string, OperationObject][] {
  return METHODS.flatMap((method): [string, OperationObject][] => {
    const operation = item[method];
    return operation === undefined ? [] : [[method, operation]];
  });
}

function operationsIn({ paths }: OpenAPIObject): OperationObject[] {
  return Object.values(paths).flatMap((item) => operationsOf(item).map(([, operation]) => operation));
}

function factsOf(facts: Map<string, RouteFacts>, { operationId }: OperationObject): RouteFacts {
  const found = facts.get(operationId ?? '');
  if (found === undefined) throw new Error(`the route of operation ${operationId} was not found`);
  return found;
}

/** Paths of the API are written with a trailing slash, as in the specification; it is optional. */
function canonicalPath(path: string, { apiPrefix }: Config): string {
  const isApi = path.startsWith(`/${apiPrefix}/${API_VERSION}/`) || path.startsWith('/admin/api/');
  return isApi && !path.endsWith('/') ? `${path}/` : path;
}

function sorted<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
