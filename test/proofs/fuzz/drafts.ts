import fc from 'fast-check';
import { takesKey, type Contract, type Documented } from '#test/support/contract.js';
import { BODIES, ENCODED, HEADERS, HOSTILE, MEDIA_TYPES, QUERIES } from './hostile.js';
import {
  countValues,
  isFields,
  Raw,
  replaceValue,
  type Schema,
  type SchemaValues,
  type Value,
  withSlots,
  writeJson,
  writeText,
} from './schema-values.js';
import { CALLS } from '#test/support/calls/calls.js';
import { stockedSlot } from './stock.js';

/** Which slot stands for a name, wherever it is met. */
const ANYWHERE: Readonly<Record<string, string>> = {
  id: 'application',
  application_id: 'sign-on application',
  key_id: 'key',
  kid: 'encryption key',
  delivery_id: 'delivery',
  uid: 'member',
  parent_uid: 'member',
  child_uid: 'member',
  uids: 'member',
  sponsor: 'username',
  email: 'fresh email',
  password: 'password',
  bundle_id: 'bundle',
  product_sku: 'sku',
  'product-sku': 'fresh',
  product_id: 'product',
  product_type: 'type',
  category: 'type',
  line_item_id: 'line',
  pk: 'line',
  cart_id: 'cart',
  order_id: 'order',
  country_code: 'country',
  events: 'events',
  since: 'earlier',
  api_version: 'version',
  'If-Match': 'cart version',
  'Idempotency-Key': 'idempotency key',
  refresh_token: 'refresh token',
  ticket: 'ticket',
};

/** Which slot stands for a name of one operation. */
const OF_OPERATION: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
  adminRegisterApplication: { username: 'fresh' },
  adminChangeApplication: { username: 'fresh' },
  adminCreateUser: { username: 'fresh' },
  signUp: { username: 'fresh' },
  getToken: { username: 'signs in', password: 'its password' },
  getOAuthToken: { username: 'signs in', password: 'its password' },
  revokeOAuthToken: { token: 'refresh token' },
  adminLogIn: { username: 'super admin', password: 'its password' },
  adminGetOrder: { id: 'order' },
  adminChangeOrderStatus: { id: 'order' },
  adminReturnOrder: { id: 'paid order', order_id: 'paid order' },
  returnOrder: { order_id: 'paid order', id: 'paid line' },
  getOrder: { id: 'own order' },
  removeFromWishlist: { product_id: 'wish' },
  removeCartItem: { order_id: 'cart' },
  adminCreateBundle: { bundle_id: 'fresh', product_type: 'api type' },
  createBundle: { bundle_id: 'fresh' },
  createBundles: { bundle_id: 'fresh' },
  adminCreateProductType: { name: 'fresh type' },
  adminGetProductType: { name: 'type' },
  adminUpdateProductType: { name: 'spare type' },
  adminDeleteProductType: { name: 'spare type' },
  // In a plan, bonuses have ids of their own.
  adminCreatePlan: { id: undefined },
  adminChangePlan: { id: undefined },
  adminComparePlans: { id: 'adminCreatePlan id', other: 'adminCreatePlan id' },
};

/** The slot of a parameter or property of an operation; undefined where anything will do. */
function slotFor(operationId: string, name: string): string | undefined {
  const own = OF_OPERATION[operationId];
  if (own !== undefined && Object.hasOwn(own, name)) return own[name];
  const stocked = stockedSlot(operationId, name, 'other');
  if (stocked !== undefined) return stocked;
  return Object.hasOwn(ANYWHERE, name) ? ANYWHERE[name] : undefined;
}

/** The slot of a path parameter: of what another operation makes, or as anywhere. */
function slotInPath(operationId: string, name: string): string | undefined {
  const of = CALLS[operationId]?.of;
  if (typeof of === 'object') return `${of.madeBy} ${name}`;
  return stockedSlot(operationId, name, 'path') ?? slotFor(operationId, name);
}

/** How a body is sent. */
export type Media = 'json' | 'form' | 'multipart' | 'jose' | 'ndjson';

/** A request as it is drawn: its slots are empty, and nobody sends it yet. */
export interface Draft {
  operationId: string;
  /** Another method than the operation's. */
  method: string | undefined;
  path: Readonly<Record<string, Value>>;
  query: readonly (readonly [string, Value])[];
  /** Query text that is added as it stands. */
  rawQuery: string | undefined;
  /** Text that is put at the end of the last path parameter as it stands. */
  rawPath: string | undefined;
  headers: readonly (readonly [string, Value])[];
  media: Media;
  /** The media type that is named instead of the body's own. */
  mediaType: string | undefined;
  body: Value | undefined;
  /** What happens to the body once its slots are filled. */
  changes: readonly ((body: Value) => Value)[];
  /** Bytes that are sent instead of the body. */
  rawBody: string | Buffer | undefined;
}

interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}

interface Content {
  schema: Schema;
}

const OTHER_METHODS = ['PUT', 'PATCH', 'DELETE', 'POST', 'GET', 'PROPFIND', 'TRACE'];

/** Draws requests to an operation: those that the document allows, and those that are beside it. */
export class Drafts {
  constructor(
    private readonly contract: Contract,
    private readonly values: SchemaValues,
  ) {}

  /** Requests that the document allows. */
  valid(documented: Documented): fc.Arbitrary<Draft> {
    const { operation } = documented;
    const operationId = operation.operationId!;
    const slotOf = (name: string): string | undefined => slotFor(operationId, name);
    const parameters = this.parameters(documented);
    const slotInPathOf = (name: string): string | undefined => slotInPath(operationId, name);
    const value = (one: Parameter): fc.Arbitrary<Value> =>
      this.values.of(one.schema, one.in === 'path' ? slotInPathOf : slotOf, one.name);
    const pairs = (where: Parameter['in']): fc.Arbitrary<[string, Value][]> =>
      fc.tuple(...parameters.filter((one) => one.in === where).map((one) => sometimes(one, value(one)))).map(present);
    const paths = parameters.filter((one) => one.in === 'path').map((one) => [one.name, value(one)] as const);
    const hasBody = operation.requestBody !== undefined;
    return fc.record({
      operationId: fc.constant(operationId),
      method: fc.constant(undefined),
      path: fc.record(Object.fromEntries(paths)),
      query: pairs('query'),
      rawQuery: fc.constant(undefined),
      rawPath: fc.constant(undefined),
      headers: pairs('header'),
      media: this.media(operation),
      mediaType: fc.constant(undefined),
      body: hasBody ? this.bodies(documented) : fc.constant(undefined),
      changes: fc.constant([]),
      rawBody: fc.constant(undefined),
    });
  }

  /** Requests that are beside what the document allows, by one thing or two. */
  beside(documented: Documented): fc.Arbitrary<Draft> {
    const twists = this.twists(documented);
    return fc
      .tuple(this.valid(documented), fc.array(twists, { minLength: 1, maxLength: 2 }))
      .map(([draft, changes]) => changes.reduce((changed, change) => ({ ...changed, ...change(changed) }), draft));
  }

  private bodies(documented: Documented): fc.Arbitrary<Value> {
    const { operation } = documented;
    const slotOf = (name: string): string | undefined => slotFor(operation.operationId!, name);
    const { content: medias } = operation.requestBody as { content: Record<string, Content> };
    const content = medias['application/json'] ?? Object.values(medias)[0]!;
    const examples = this.contract.examplesOf(content).map((example) => withSlots(example as Value, slotOf));
    const drawn = this.values.of(content.schema, slotOf);
    if (examples.length === 0) return drawn;
    return fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...examples) }, { weight: 3, arbitrary: drawn });
  }

  private media(operation: Documented['operation']): fc.Arbitrary<Media> {
    const { content = {} } = (operation.requestBody ?? {}) as { content?: object };
    if ('application/x-ndjson' in content) return fc.constant('ndjson');
    if (operation.requestBody !== undefined && !('application/json' in content)) return fc.constant('form');
    const encrypted = takesKey(operation) ? ['jose' as const] : [];
    return fc.constantFrom<Media>('json', 'json', 'json', 'form', 'multipart', ...encrypted);
  }

  private parameters({ path, method, operation }: Documented): Parameter[] {
    const given = (operation.parameters ?? []) as unknown as Parameter[];
    return given.map((one, index) => {
      const at = this.contract.follow(['paths', path, method, 'parameters', String(index)]);
      return one.$ref === undefined ? one : (this.contract.at(at) as unknown as Parameter);
    });
  }

  private twists({ path, operation }: Documented): fc.Arbitrary<(draft: Draft) => Partial<Draft>> {
    const known = this.contract.operations.filter((one) => covers(one.path, path));
    const others = OTHER_METHODS.filter((name) => !known.some(({ method }) => method.toUpperCase() === name));
    const drawn: [number, fc.Arbitrary<(draft: Draft) => Partial<Draft>>][] = [
      [4, fc.constantFrom(...HEADERS).map((header) => ({ headers }: Draft) => ({ headers: [...headers, header] }))],
      [2, fc.constantFrom(...QUERIES).map((rawQuery) => () => ({ rawQuery }))],
      [3, fc.tuple(fc.nat(), fc.constantFrom(...HOSTILE)).map(([at, value]) => twistQuery(at, value))],
      [
        1,
        fc
          .nat()
          .map((at) => ({ query }: Draft) => ({ query: query.filter((_, index) => index !== at % query.length) })),
      ],
      [1, fc.constantFrom(...others).map((method) => () => ({ method }))],
      [1, fc.constantFrom(...BODIES).map((rawBody) => () => ({ rawBody }))],
    ];
    if (path.includes('{')) {
      drawn.push([3, fc.tuple(fc.nat(), fc.constantFrom(...HOSTILE)).map(([at, value]) => twistPath(at, value))]);
      drawn.push([1, fc.constantFrom(...ENCODED).map((rawPath) => () => ({ rawPath }))]);
    }
    if (operation.requestBody !== undefined) {
      drawn.push([14, fc.tuple(fc.nat(), bodyTwists()).map(([at, change]) => twistBody(at, change))]);
      drawn.push([3, fc.constantFrom(...BODIES).map((rawBody) => () => ({ rawBody }))]);
      drawn.push([2, fc.constantFrom(...MEDIA_TYPES).map((mediaType) => () => ({ mediaType }))]);
    }
    return fc.oneof(...drawn.map(([weight, arbitrary]) => ({ weight, arbitrary })));
  }
}

/** Whether an address of one path may be one of another: `{id}` may be `redeliver`. */
function covers(template: string, path: string): boolean {
  return new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path);
}

/** A parameter with its value; if it need not be sent, mostly without. */
function sometimes(
  { name, required }: Parameter,
  value: fc.Arbitrary<Value>,
): fc.Arbitrary<[string, Value] | undefined> {
  const sent = value.map((one): [string, Value] => [name, one]);
  if (required === true) return sent;
  return fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: sent });
}

function present(pairs: readonly ([string, Value] | undefined)[]): [string, Value][] {
  return pairs.filter((pair) => pair !== undefined);
}

function twistQuery(at: number, value: Value): (draft: Draft) => Partial<Draft> {
  return ({ query }) => {
    const name = query[at % Math.max(1, query.length)]?.[0] ?? 'uid';
    return { query: [...query.filter(([other]) => at % 3 === 0 || other !== name), [name, value]] };
  };
}

function twistPath(at: number, value: Value): (draft: Draft) => Partial<Draft> {
  return ({ path }) => {
    const names = Object.keys(path);
    const name = names[at % Math.max(1, names.length)];
    return name === undefined ? {} : { path: { ...path, [name]: value } };
  };
}

function twistBody(at: number, change: (old: Value) => Value): (draft: Draft) => Partial<Draft> {
  const within = (body: Value): Value => replaceValue(body, at % countValues(body), change);
  return ({ changes }) => ({ changes: [...changes, within] });
}

/** What may happen to a value within a body. */
function bodyTwists(): fc.Arbitrary<(old: Value) => Value> {
  const without = fc.nat().map((at) => (old: Value) => {
    if (!isFields(old)) return null;
    const names = Object.keys(old);
    return Object.fromEntries(Object.entries(old).filter(([name]) => name !== names[at % names.length]));
  });
  const withMore = fc
    .tuple(
      fc.constantFrom('unknown', 'id', 'uid', 'status', 'roles', 'en', '', 'constructor'),
      fc.constantFrom(...HOSTILE),
    )
    .map(
      ([name, value]) =>
        (old: Value) =>
          isFields(old) ? { ...old, [name]: value } : [old, value],
    );
  const twice = fc.constantFrom(...HOSTILE).map((value) => (old: Value) => {
    const name = isFields(old) ? Object.keys(old)[0] : undefined;
    if (!isFields(old) || name === undefined) return [old, old];
    return new Raw(writeJson(old).replace(/}$/, `,${JSON.stringify(name)}:${writeJson(value)}}`));
  });
  const polluted = fc.constant((old: Value) =>
    isFields(old) ? new Raw(writeJson(old).replace(/^{/, '{"__proto__":{"admin":true},').replace(/,}$/, '}')) : old,
  );
  return fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...HOSTILE).map((value) => () => value) },
    { weight: 2, arbitrary: without },
    { weight: 2, arbitrary: withMore },
    { weight: 1, arbitrary: twice },
    { weight: 1, arbitrary: polluted },
    { weight: 1, arbitrary: fc.constant((old: Value) => [old]) },
    {
      weight: 1,
      arbitrary: fc.constant((old: Value) => (typeof old === 'string' ? [...old].join('\u0000') : writeText(old))),
    },
  );
}
