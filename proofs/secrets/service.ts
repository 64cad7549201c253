import { readFileSync } from 'node:fs';
import { sendExact, type ExactAnswer } from '../support/exact-http.js';
import type { Instance } from '../support/instance.js';
import type { Kind } from './kinds.js';
import type { SecretIndex } from './secret-index.js';

/** An operation of the OpenAPI document. */
export interface Operation {
  id: string;
  method: string;
  /** With `{…}` for its parameters. */
  path: string;
  queryParameters: readonly string[];
  /** The names in its body; none for one without. */
  bodyFields: readonly string[];
}

/** What to send to an operation. */
export interface Call {
  path?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string | number>>;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
}

/** An answer, with the operation that gave it. */
export interface Heard {
  operation: string;
  status: number;
  /** Headers and body. */
  text: string;
}

interface Parameter {
  in: string;
  name: string;
}

interface Schema {
  $ref?: string;
  properties?: Record<string, unknown>;
}

interface Documented {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
}

/** Fields of answers that hold secrets, wherever they stand. */
const SECRET_FIELDS: Readonly<Record<string, Kind>> = {
  access_token: 'access token',
  refresh_token: 'refresh token',
  apikey: 'application key',
  ticket: 'ticket',
  secret: 'webhook secret',
  k: 'encryption key',
  password: 'generated password',
};

/** The service as its clients see it: keeps every answer, and every secret that one of them issues. */
export class Service {
  readonly operations: readonly Operation[] = readOperations();
  readonly heard: Heard[] = [];
  /** Operations that have succeeded. */
  readonly succeeded = new Set<string>();
  private addresses = 0;

  constructor(
    readonly instance: Instance,
    private readonly secrets: SecretIndex,
  ) {}

  /** Sends a request to an operation at its documented address. */
  async send(id: string, { path = {}, query = {}, headers = {}, body }: Call = {}): Promise<ExactAnswer> {
    const operation = this.operations.find((one) => one.id === id);
    if (operation === undefined) throw new Error(`there is no operation ${id}`);
    const address = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) =>
      encodeURIComponent(String(path[name] ?? 'none')),
    );
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
    return this.exchange(id, {
      method: operation.method,
      path: search ? `${address}?${search}` : address,
      headers,
      body,
    });
  }

  /** Sends a request that must succeed; gives its `data`. */
  async ok(id: string, call?: Call): Promise<ExactAnswer['data']> {
    const answer = await this.send(id, call);
    if (answer.status !== 200) throw new Error(`${id} was answered with ${answer.status} ${answer.text}`);
    return answer.data;
  }

  /** Sends any request, each from an address of its own, so that no limit on logins is reached. */
  async exchange(
    id: string,
    request: { method: string; path: string; headers: Readonly<Record<string, string>>; body?: unknown },
  ): Promise<ExactAnswer> {
    this.addresses += 1;
    const { addresses } = this;
    const from = `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
    const answer = await sendExact(this.instance, {
      ...request,
      headers: { 'x-forwarded-for': from, ...request.headers },
    });
    this.heard.push({ operation: id, status: answer.status, text: `${JSON.stringify(answer.headers)} ${answer.text}` });
    if (answer.status === 200) {
      this.succeeded.add(id);
      // The examples of the document are no secrets.
      if (id !== 'getOpenApi' && id !== 'getClientOpenApi') this.harvest(answer.json);
    }
    return answer;
  }

  /** Looks from now on for whatever secrets an answer holds. */
  private harvest(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, held] of Object.entries(value)) {
      const kind = Object.hasOwn(SECRET_FIELDS, name) ? SECRET_FIELDS[name] : undefined;
      if (kind !== undefined && typeof held === 'string') this.secrets.add(kind, essence(held));
      else this.harvest(held);
    }
  }
}

/** What makes a secret one: of a signed token the signature, for what it says is no secret. */
function essence(value: string): string {
  return value.startsWith('eyJ') ? value.slice(value.lastIndexOf('.') + 1) : value;
}

function readOperations(): Operation[] {
  const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
    paths: Record<string, Record<string, Documented>>;
    components: { schemas: Record<string, Schema> };
  };
  const { schemas } = document.components;
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]) => {
      const { content = {} } = requestBody ?? {};
      const schema = (content['application/json'] ?? Object.values(content)[0])?.schema;
      const named = schema?.$ref === undefined ? schema : schemas[schema.$ref.split('/').at(-1) ?? ''];
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        queryParameters: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
        bodyFields: Object.keys(named?.properties ?? {}),
      };
    }),
  );
}
