import type { CallOptions } from './request.js';
import type { OPERATIONS } from './generated/operations.js';
import type { components, operations } from './generated/schema.js';

/** The schemas of the OpenAPI document, such as `Schemas['CartView']`. */
export type Schemas = components['schemas'];

/** The ids of the operations, which are the client's methods. */
export type OperationId = keyof typeof OPERATIONS;

type Given<Part> = [Exclude<Part, undefined>] extends [never] ? unknown : Exclude<Part, undefined>;
type BodyOf<Operation> = Operation extends { requestBody?: infer Body }
  ? Exclude<Body, undefined> extends { content: { 'application/json': infer Json } }
    ? Json
    : unknown
  : unknown;

/** What an operation takes: the fields of its path, its query and its body. */
export type Input<Id extends OperationId> = Given<operations[Id]['parameters']['path']> &
  Given<operations[Id]['parameters']['query']> &
  BodyOf<operations[Id]>;

/** What an operation answers, without the envelope. */
export type Answer<Id extends OperationId> = operations[Id]['responses'][200]['content']['application/json'];

/** A page of a list, and by `for await` the rows of all pages from there on. */
export type List<Page extends { results: unknown[] }> = Promise<Page> & AsyncIterable<Page['results'][number]>;

type Returned<Value> = Value extends { results: unknown[]; next: unknown } ? List<Value> : Promise<Value>;

/** The method that calls an operation. */
type Method<Id extends OperationId> =
  unknown extends Input<Id>
    ? (input?: Record<string, never>, options?: CallOptions) => Returned<Answer<Id>>
    : Record<string, never> extends Input<Id>
      ? (input?: Input<Id>, options?: CallOptions) => Returned<Answer<Id>>
      : (input: Input<Id>, options?: CallOptions) => Returned<Answer<Id>>;

/** The operations that are called as the document describes them; those of tokens are the client's own. */
export type Operations = { [Id in Exclude<OperationId, 'getToken' | 'logOut'>]: Method<Id> };
