import { readFileSync } from 'node:fs';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Contract, type Documented } from '#test/support/contract.js';
import { parametersOf, requestOf, sentAs } from '#test/support/calls/requests.js';
import type { Parts } from '#test/support/calls/shop-world.js';
import { sendExact, type ExactAnswer } from '#test/support/http.js';
import type { Instance } from '#test/support/instance.js';
import type { Kind, SecretIndex } from './search.js';

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
export interface Call extends Parts {
  headers?: Readonly<Record<string, string>>;
}

/** An answer, with the operation that gave it. */
export interface Heard {
  operation: string;
  status: number;
  /** Headers and body. */
  text: string;
}

/** Fields of answers that hold secrets, wherever they stand. */
const SECRET_FIELDS: Readonly<Record<string, Kind>> = {
  access_token: 'access token',
  refresh_token: 'refresh token',
  apikey: 'application key',
  ticket: 'ticket',
  secret: 'shared secret',
  k: 'encryption key',
  password: 'generated password',
  recovery_codes: 'recovery code',
  link: 'link that sets a password',
  challenge: 'challenge',
};

/** The service as its clients see it: keeps every answer, and every secret that one of them issues. */
export class Service {
  readonly contract = new Contract(JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as OpenAPIObject);
  readonly operations = this.contract.operations.map((one) => describe(this.contract, one));
  readonly heard: Heard[] = [];
  /** Operations that have succeeded. */
  readonly succeeded = new Set<string>();
  private addresses = 0;

  constructor(
    readonly instance: Instance,
    private readonly secrets: SecretIndex,
  ) {}

  /** Sends a request to an operation at its documented address. */
  async send(id: string, { headers = {}, ...parts }: Call = {}): Promise<ExactAnswer> {
    const { body, ...request } = requestOf(this.contract, id, parts);
    const { type, payload } = sentAs(body);
    const typed = type === undefined ? headers : { 'content-type': type, ...headers };
    return this.exchange(id, { ...request, headers: typed, body: payload });
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
      const texts = [held].flat().filter((one) => typeof one === 'string');
      if (kind === undefined || texts.length === 0) this.harvest(held);
      else for (const text of texts) this.secrets.add(kind, essence(text));
    }
  }
}

/** What makes a secret one: of a signed token the signature, for what it says is no secret; of a link what no server sees. */
function essence(value: string): string {
  if (value.startsWith('eyJ')) return value.slice(value.lastIndexOf('.') + 1);
  return URL.canParse(value) ? new URL(value).hash.slice(1) : value;
}

/** An operation as one that has something to say in every place. */
function describe(contract: Contract, { path, method, operation }: Documented): Operation {
  const id = operation.operationId!;
  const { content = {} } = (operation.requestBody ?? {}) as { content?: Record<string, object> };
  const type = 'application/json' in content ? 'application/json' : Object.keys(content)[0];
  const schema =
    type === undefined
      ? {}
      : contract.at(contract.follow(['paths', path, method, 'requestBody', 'content', type, 'schema']));
  return {
    id,
    method: method.toUpperCase(),
    path,
    queryParameters: parametersOf(contract, id)
      .filter((one) => one.in === 'query')
      .map(({ name }) => name),
    bodyFields: Object.keys((schema.properties as object | undefined) ?? {}),
  };
}
