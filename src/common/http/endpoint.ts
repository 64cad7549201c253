import {
  applyDecorators,
  Controller,
  RequestMapping,
  RequestMethod,
  SetMetadata,
  VERSION_NEUTRAL,
  type Type,
} from '@nestjs/common';
import type { ApiBodyOptions, ApiHeaderOptions, ApiQueryOptions, SchemaObject } from '@nestjs/swagger';
import type { CustomFieldResource } from '../custom-fields/index.js';
import {
  Access,
  Confirmed,
  Permitted,
  Scoped,
  type AccessLevel,
  type NeededPermission,
  type NeededScope,
  type Permission,
} from '../access/index.js';
import type { DocumentedFailure } from '../errors/failures.js';
import { later, tagged, type Tag } from '../openapi/decorators.js';
import { ROUTE_VERSION } from './api-version.js';
import { IF_MATCH_HEADER } from './if-match.js';

/** Metadata key of {@link Endpoint}, from which the OpenAPI document is built. */
export const ENDPOINT = 'endpoint';

/** A body that the class of the handler's parameter does not describe. */
interface DocumentedBody extends Pick<ApiBodyOptions & { type: Type }, 'required'> {
  type: Type;
  description?: string;
  /** The body is a file of one of these media types; an example of each. */
  files?: Readonly<Record<string, string>>;
  examples?: Record<string, { summary: string; value: unknown }>;
  /** The body is a list of `type`; forms send it as JSON in `formField`. Default example: one item. */
  list?: { formField: string; maxItems: number; example?: unknown[] };
}

/** A JSON body that is a document with a schema of its own; it is not sent as a form. */
interface DocumentedJson {
  /** The name of its schema. */
  component: string;
  /** That schema, and those to which it refers, by their names; asked for when a document is built. */
  components: () => Record<string, SchemaObject>;
  examples: Record<string, { summary: string; value: unknown }>;
}

/** The documentation of a route. */
export interface EndpointOptions {
  /** The operation id, unique in the service. */
  id: string;
  summary: string;
  description?: string;
  /** The class of `data` with `@ApiProperty({ example })` on its fields, or a schema; null for an empty object. */
  answer: Type | SchemaObject | null;
  /** The response is a list of these. */
  isArray?: boolean;
  /** The response is a page (docs/spec/commerce-api.md#2.8) of these. */
  paged?: boolean;
  /** What all entries of the pages come to (see `SumsField`); a list of these. */
  sums?: Type;
  /** The list is filtered by custom fields of these (see `customFieldFilters`). */
  filteredBy?: CustomFieldResource;
  /** The response may be a CSV file instead: an example of one (see `Downloads`), or `true` for that of an `AdminList`. */
  csv?: string | true;
  /** The response is a file of one of these media types (a `StreamedAnswer`), never JSON; an example of each. */
  files?: Readonly<Record<string, string>>;
  /** Of `data`, or of the whole body of a bare route. Default: from the examples of the fields. */
  answerExample?: unknown;
  /** Of a bare route whose response is not JSON. */
  mediaType?: string;
  /** Default: the class of the `@Body()` parameter. */
  body?: Type | DocumentedBody | DocumentedJson;
  /** Overrides that of the controller. */
  access?: AccessLevel;
  /** Overrides that of the controller, in the admin module. */
  permission?: Permission;
  /** Overrides that of the controller, of the client API. */
  scope?: NeededScope;
  /** A second factor, or without one the password, must have been given within the last 10 minutes, in the admin module. */
  confirmed?: true;
  /** The route accepts `If-Match`. */
  ifMatch?: boolean;
  /**
   * The response is the same for all until something changes: it has an `ETag`, and a request whose `If-None-Match` has it is
   * answered with 304 and no body (RFC 9110, section 13.1.2).
   */
  revalidated?: boolean;
  header?: ApiHeaderOptions;
  /** Default: the fields of the class of the `@Query()` parameter. */
  query?: ApiQueryOptions[];
  /** The only media types of its body. */
  consumes?: string | readonly string[];
  /** Overrides the security scheme of the access level. */
  security?: string;
  /**
   * The route's own errors: those that it throws, and examples of what its DTO rejects. Common ones (access level, path
   * ids, bodies, queries, `Idempotency-Key`, 500 and 503) are added when the document is built.
   */
  failures?: readonly DocumentedFailure[];
}

type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Route = Verb | `${Verb} ${string}`;

/**
 * Declares a route and documents it. A success is always 200, in the envelope of docs/spec/commerce-api.md#4 unless the route is `@Bare()`.
 * @param route the method, and the path below that of the controller: `POST update-cart`
 * @param options the documentation; a route without it is not in the OpenAPI document
 * @example `@Endpoint('GET orders/:id', { id: 'getOrder', summary: 'Read an order', answer: OrderView })`
 */
export function Endpoint(route: Route, options?: EndpointOptions): MethodDecorator {
  const [verb, path = '/'] = route.split(' ') as [Verb, string?];
  const mapping = RequestMapping({ method: RequestMethod[verb], path });
  if (options === undefined) return applyDecorators(mapping, hidden);
  const access = options.access === undefined ? [] : [Access(options.access)];
  if (options.permission !== undefined) access.push(Permitted(options.permission));
  if (options.confirmed) access.push(Confirmed());
  if (options.scope !== undefined) access.push(Scoped(options.scope));
  return applyDecorators(mapping, SetMetadata(ENDPOINT, options), ...access, described(options));
}

const hidden = later((library) => [library.ApiExcludeEndpoint()]);

/** The decorators of `@nestjs/swagger`. */
function described(options: EndpointOptions): MethodDecorator {
  const { id: operationId, summary, description, body, ifMatch, header, query = [], consumes, security } = options;
  return later((library) => [
    library.ApiOperation({ operationId, summary, ...(description === undefined ? {} : { description }) }),
    ...(body === undefined ? [] : [library.ApiBody(bodyOptions(body, library.getSchemaPath))]),
    ...[...(ifMatch ? [IF_MATCH_HEADER] : []), ...(header ? [header] : [])].map((one) => library.ApiHeader(one)),
    ...query.map((one) => library.ApiQuery(one)),
    ...(consumes === undefined ? [] : [library.ApiConsumes(...[consumes].flat())]),
    ...(security === undefined ? [] : [library.ApiSecurity(security)]),
  ]);
}

function bodyOptions(body: Type | DocumentedBody | DocumentedJson, pathOf: (item: Type) => string): ApiBodyOptions {
  if (typeof body === 'function') return { type: body };
  if ('component' in body)
    return { schema: { $ref: `#/components/schemas/${body.component}` }, examples: body.examples };
  if (body.files !== undefined) return { schema: { type: 'string' }, description: body.description ?? '' };
  if (body.list === undefined) return body;
  const { maxItems, example } = body.list;
  return { schema: { type: 'array', maxItems, ...(example && { example }), items: { $ref: pathOf(body.type) } } };
}

/**
 * Declares a controller of the client API, below `API_PREFIX` and the version.
 * @param options `scope` lets in tokens that have it; without it no token with scopes reaches a route
 */
export function ClientController(
  path: string,
  { tag, access, scope }: { tag: Tag | string; access: AccessLevel; scope?: NeededScope },
): ClassDecorator {
  const scoped = scope === undefined ? [] : [Scoped(scope)];
  return applyDecorators(Controller({ path, version: ROUTE_VERSION }), Access(access), tagged(tag), ...scoped);
}

/**
 * Declares a controller of the admin module, below `/admin/api/`. See docs/spec/service.md#8 and #11.
 * @param needed the permission that its reads need, and the one that everything else needs; one where all need the same
 */
export function AdminController(path: string, tag: Tag | string, needed: NeededPermission): ClassDecorator {
  const place = { path: `admin/api/${path}`, version: VERSION_NEUTRAL } as const;
  return applyDecorators(Controller(place), Access('admin', needed), tagged(tag));
}

/** Declares a public controller at the root of the service. */
export function PublicController(path = '/', tag: Tag | string = 'Operations'): ClassDecorator {
  return applyDecorators(Controller({ path, version: VERSION_NEUTRAL }), Access('public'), tagged(tag));
}
