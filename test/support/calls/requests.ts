import type { OperationObject } from '@nestjs/swagger';
import type { Contract } from '../contract.js';
import { type Call, CALLS } from './calls.js';
import type { Data, Parts } from './shop-world.js';
import { THINGS, type Values } from './things.js';
import type { World } from './world.js';

interface Parameter {
  in: string;
  name: string;
  required?: boolean;
}

interface Body {
  content?: Readonly<Record<string, Parameters<Contract['examplesOf']>[0]>>;
}

/** A body that is a file. */
export class FileBody {
  constructor(
    readonly type: string,
    readonly text: string | Buffer,
  ) {}

  /** The same with values where their names stand in braces. */
  with(values: Values): FileBody {
    if (typeof this.text !== 'string') return this;
    const text = this.text.replace(/\{(\w+)\}/g, (_, name: string) => String(valueOf(this.type, values, name)));
    return new FileBody(this.type, text);
  }
}

/** What a body is sent as: forms and files as texts with their media types, JSON as it is. */
export function sentAs(body: unknown): { type?: string; payload?: unknown } {
  if (body === undefined) return {};
  if (body instanceof URLSearchParams) return { type: 'application/x-www-form-urlencoded', payload: body.toString() };
  return body instanceof FileBody ? { type: body.type, payload: body.text } : { payload: body };
}

/** Makes valid requests to operations from the OpenAPI document and the list of calls. */
export class Requests {
  private readonly shared = new Map<string, Promise<Values>>();

  constructor(
    private readonly contract: Contract,
    private readonly world: World,
  ) {}

  /**
   * A valid request. What it is about is made for each, but for reads, which share it.
   * @param owner the user whose data it is about
   * @param body the body that is sent instead of the first that is valid
   * @throws Error where list and document do not tell a value
   */
  async of(operationId: string, owner: number, body = this.bodies(operationId)[0]): Promise<Parts> {
    return this.with(operationId, await this.values(operationId, owner), body);
  }

  /** The same for each body that the list of calls has. */
  async each(operationId: string, owner: number): Promise<Parts[]> {
    const parts: Parts[] = [];
    const bodies = this.bodies(operationId);
    for (const body of bodies.length === 0 ? [undefined] : bodies) parts.push(await this.of(operationId, owner, body));
    return parts;
  }

  /** A request with given values. */
  with(operationId: string, values: Values, body = this.bodies(operationId)[0]): Parts {
    const parameters = parametersOf(this.contract, operationId);
    // What the body has is not meant by a parameter of the same name, such as `?uid=`.
    const inBody = typeof body === 'object' && body !== null ? Object.keys(body) : [];
    const isMeant = (name: string): boolean => name in values && !inBody.includes(name);
    const named = (where: string): Data => {
      const found = parameters.filter((one) => one.in === where && (one.required === true || isMeant(one.name)));
      return Object.fromEntries(found.map(({ name }) => [name, valueOf(operationId, values, name)]));
    };
    const filled = body instanceof FileBody ? body.with(values) : fill(body, values);
    return {
      path: named('path'),
      query: named('query'),
      ...(filled === undefined
        ? {}
        : { body: filled instanceof FileBody || !this.isForm(operationId) ? filled : formOf(filled as Data) }),
    };
  }

  /** What fills a call; of a thing that nothing else uses where the call changes it. */
  async values(operationId: string, owner: number): Promise<Values> {
    const { of } = callOf(operationId);
    if (of === undefined) return {};
    const make = () =>
      typeof of === 'string' ? THINGS[of].make(this.world, owner) : this.made(of.madeBy, operationId, owner);
    if (this.contract.find(operationId).method !== 'get') return make();
    const known = `${JSON.stringify(of)} ${owner}`;
    const values = this.shared.get(known) ?? Promise.resolve(make());
    this.shared.set(known, values);
    return values;
  }

  /** What the path of an operation takes of what another one has made. */
  private async made(by: string, operationId: string, owner: number): Promise<Values> {
    const parts = await this.of(by, owner);
    const { who } = callOf(by);
    const data =
      who === 'super_admin'
        ? await this.world.root(by, parts)
        : await this.world.keeper(by, parts, who === 'user' ? owner : undefined);
    const inPath = parametersOf(this.contract, operationId).filter((one) => one.in === 'path');
    return Object.fromEntries(inPath.map(({ name }) => [name, data[name]]));
  }

  /** Valid bodies, in which values are still to be filled in. */
  private bodies(operationId: string): readonly unknown[] {
    const { bodies, file } = callOf(operationId);
    if (file !== undefined) return [new FileBody(file.type, file.text)];
    if (bodies !== undefined) return bodies;
    const { content = {} } = (this.contract.find(operationId).operation.requestBody ?? {}) as Body;
    const media = content['application/json'] ?? Object.values(content)[0];
    return media === undefined ? [] : this.contract.examplesOf(media).slice(0, 1);
  }

  private isForm(operationId: string): boolean {
    const { content = {} } = (this.contract.find(operationId).operation.requestBody ?? {}) as Body;
    return !('application/json' in content);
  }
}

/**
 * The call of an operation.
 * @throws Error for one that is not on the list
 */
export function callOf(operationId: string): Call {
  const call = CALLS[operationId];
  if (call === undefined) throw new Error(`${operationId} has no line in test/support/calls/calls.ts`);
  return call;
}

/** Where list and document are not of one mind: operations without a call, and calls without an operation. */
export function strayCalls(operations: readonly { operation: OperationObject }[]): string[] {
  const ids = operations.map(({ operation }) => operation.operationId!);
  return [
    ...ids.filter((id) => !(id in CALLS)).map((id) => `${id} has no line in test/support/calls/calls.ts`),
    ...Object.keys(CALLS)
      .filter((id) => !ids.includes(id))
      .map((id) => `${id} has a line in test/support/calls/calls.ts, but there is no such operation`),
  ];
}

/** A request as it is sent, without credentials. */
export interface Addressed {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With its query. */
  path: string;
  body?: object;
}

/** The request of an operation, at its documented address. */
export function requestOf(contract: Contract, operationId: string, { path = {}, query = {}, body }: Parts): Addressed {
  const documented = contract.find(operationId);
  const address = documented.path.replace(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent((path[name] ?? 'none') as string | number),
  );
  const search = formOf(query).toString();
  return {
    method: documented.method.toUpperCase() as Addressed['method'],
    path: search === '' ? address : `${address}?${search}`,
    ...(body === undefined ? {} : { body: body as object }),
  };
}

/** The parameters of an operation, references followed. */
export function parametersOf(contract: Contract, operationId: string): Parameter[] {
  const { path, method, operation } = contract.find(operationId);
  return (operation.parameters ?? []).map(
    (_, index) =>
      contract.at(contract.follow(['paths', path, method, 'parameters', String(index)])) as unknown as Parameter,
  );
}

function valueOf(operationId: string, values: Values, name: string): unknown {
  const value = values[name];
  if (value === undefined) {
    throw new Error(`${operationId} needs ${name}: say in test/support/calls/calls.ts what it is of`);
  }
  return typeof value === 'function' ? (value as () => unknown)() : value;
}

/** A body in which each field that has a value gets it; one that is meant for bodies alone, such as `body:id`, comes first. */
function fill(body: unknown, values: Values): unknown {
  if (Array.isArray(body)) return body.map((entry) => fill(entry, values));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, field]) => {
      const known = [`body:${name}`, name].find((one) => one in values);
      return [name, known === undefined ? fill(field, values) : valueOf('', values, known)];
    }),
  );
}

function formOf(fields: Data): URLSearchParams {
  return new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]));
}
