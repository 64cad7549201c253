import type { components, operations } from './generated/schema.js';
import type { CallOptions } from './request.js';

/** The schemas of the API, such as `Schemas['CartView']`. */
export type Schemas = components['schemas'];

/** The ids of the operations. */
export type OperationId = keyof operations;

type Given<Part> = [Exclude<Part, undefined>] extends [never] ? unknown : Exclude<Part, undefined>;
type BodyOf<Operation> = Operation extends { requestBody?: infer Body }
  ? Exclude<Body, undefined> extends { content: { 'application/json': infer Json } }
    ? Json
    : unknown
  : unknown;

/** What an operation takes: the fields of its path, its query and its body in one. */
export type Input<Id extends OperationId> = Given<operations[Id]['parameters']['path']> &
  Given<operations[Id]['parameters']['query']> &
  BodyOf<operations[Id]>;

/** What an operation answers: `data` of the envelope. */
export type Answer<Id extends OperationId> = operations[Id]['responses'][200]['content']['application/json'];

/** A page of a list. */
export interface Page<Row> {
  results: Row[];
  /** All matches. */
  count: number;
  next: string | null;
}

/** Awaited it is a page; `for await` goes through its rows and those of all pages after it. */
export type List<Listed extends Page<unknown>> = Promise<Listed> & AsyncIterable<Listed['results'][number]>;

type Returned<Value> = Value extends Page<unknown> ? List<Value> : Promise<Value>;

/** Calls an operation. */
export type Method<Id extends OperationId> =
  unknown extends Input<Id>
    ? (input?: Record<string, never>, options?: CallOptions) => Returned<Answer<Id>>
    : Record<string, never> extends Input<Id>
      ? (input?: Input<Id>, options?: CallOptions) => Returned<Answer<Id>>
      : (input: Input<Id>, options?: CallOptions) => Returned<Answer<Id>>;
