/** What the proof reads of the OpenAPI document. */
interface Schema {
  $ref?: string;
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  allOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
}

interface Parameter {
  $ref?: string;
  in?: string;
  name?: string;
}

interface Operation {
  operationId: string;
  parameters?: readonly Parameter[];
  requestBody?: { content: Readonly<Record<string, { schema: Schema }>> };
}

export interface Document {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

/** Something that a client names in a request: `body:order_id` of an operation. */
export interface Named {
  operationId: string;
  /** As the router writes it: `POST /api/v1/commerce/order-status`. */
  route: string;
  /** Where it stands and what it is called; of a nested field the last name. */
  place: string;
}

/**
 * Parameters and fields that are no ids: amounts, texts to be stored, choices, filters by a choice or a part of a text,
 * and what contains others. Whatever is neither here nor an id of a row below fails the proof.
 */
const NO_IDS = new Set([
  ...['limit', 'offset', 'search', 'status', 'texts', 'name', 'role', 'action', 'entity_type', 'event_type'].map(query),
  ...['from', 'to', 'since', 'window'].map(query),
  'header:If-Match',
  'header:X-Request-Id',
  'header:X-End-User-IP',
  ...[
    'access',
    'hosts',
    'ips',
    'allow',
    'block',
    'entries',
    'kind',
    'rate_limit',
    'rate_limit_total',
    'require_encryption',
  ].map(body),
  ...['api_admin', 'api_version', 'client_type', 'maintenance_message', 'webhook', 'url', 'events', 'sso'].map(body),
  ...['login_url', 'logout_url', 'at', 'ip', 'origin', 'referer', 'version', 'overlap_seconds', 'platform'].map(body),
  ...['since', 'failed_only', 'everywhere', 'grant_type', 'password', 'reset_password', 'roles', 'status'].map(body),
  ...['first_name', 'last_name', 'image', 'label', 'attributes', 'business-volume', 'cumulative-volume'].map(body),
  ...[
    'points',
    'price',
    'whole-sale-price',
    'product-name',
    'variant_fields',
    'varients',
    'bundles',
    'quantity',
    'en',
    'expected_total',
    'token_type_hint',
  ].map(body),
  ...['bundle_name_translations', 'description_translations', 'short_description_translations'].map(body),
]);

/** Names that are free texts but for a few operations, where they name something. */
const TEXTS = new Map([['body:name', ['adminCreateProductType']]]);

function query(name: string): string {
  return `query:${name}`;
}

function body(name: string): string {
  return `body:${name}`;
}

/** All ids that any operation takes, each with its operation. */
export function idsOf(document: Document): Named[] {
  return namesOf(document).filter(({ place, operationId }) => {
    const naming = TEXTS.get(place);
    return naming === undefined ? !NO_IDS.has(place) : naming.includes(operationId);
  });
}

/** What `NO_IDS` and `TEXTS` say of names that no operation has any more. */
export function staleNames(document: Document): string[] {
  const known = new Set(namesOf(document).map(({ place }) => place));
  const stale = [...NO_IDS, ...TEXTS.keys()].filter((place) => !known.has(place));
  return stale.map((place) => `${place} is no id, and no name of anything`);
}

/** The operations of the document as the router writes them. */
export function documentedRoutes(document: Document): string[] {
  return operations(document).map(({ route }) => route);
}

function namesOf(document: Document): Named[] {
  return operations(document).flatMap(({ operation: { operationId, parameters = [], requestBody }, route }) => {
    const places = new Set<string>();
    for (const parameter of parameters) {
      const { in: where, name } = follow<Parameter>(document, parameter);
      places.add(`${where}:${name}`);
    }
    for (const { schema } of Object.values(requestBody?.content ?? {}))
      for (const name of fieldsOf(document, schema)) places.add(body(name));
    return [...places].map((place) => ({ operationId, route, place }));
  });
}

function operations(document: Document): { operation: Operation; route: string }[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      operation,
      route: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1').replace(/(.)\/$/, '$1')}`,
    })),
  );
}

function fieldsOf(document: Document, schema: Schema, seen: readonly Schema[] = []): string[] {
  const { properties = {}, items, allOf = [], anyOf = [], oneOf = [] } = follow<Schema>(document, schema);
  if (seen.includes(schema)) return [];
  const within = [...Object.values(properties), ...(items === undefined ? [] : [items]), ...allOf, ...anyOf, ...oneOf];
  return [...Object.keys(properties), ...within.flatMap((one) => fieldsOf(document, one, [...seen, schema]))];
}

function follow<T extends { $ref?: string }>(document: Document, value: T): T {
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(value.$ref ?? '') ?? [];
  const found = document.components[kind]?.[name];
  return found === undefined ? value : (found as T);
}
