import type { CommonCode, ErrorCodes, ErrorData, OperationCodes, ProblemCodes } from './generated/errors.js';
import type { Input, OperationId } from './operations.js';

/** What the client itself has to say: there was no answer, or none that the service gives. */
interface ClientCodes {
  unreachable: { status: 0; type: 'Unreachable' };
  unexpected_answer: { status: number; type: 'Unexpected Answer' };
}
type Codes = ErrorCodes & ClientCodes;

/** The codes of errors: docs/errors.md of the service has their causes and remedies. */
export type ErrorCode = keyof Codes;

/** One problem of a field, by its code. */
export type Problem = {
  [Code in keyof ProblemCodes]: {
    code: Code;
    /** In the language of the call. */
    message: string;
    /** The values of the message. */
    params: ProblemCodes[Code];
    /** Where in the field, if it holds others. */
    path?: string;
    /** Of several bundles, the one that is meant. */
    index?: number;
    bundle_id?: string;
  };
}[keyof ProblemCodes];

interface Failed<Code extends ErrorCode, Field extends string, Data> extends Error {
  readonly code: Code;
  readonly status: Codes[Code]['status'];
  readonly type: Codes[Code]['type'];
  /** The values of the message. */
  readonly params: Code extends keyof ProblemCodes ? ProblemCodes[Code] : object;
  /** All problems by field; under `detail` those of no field. */
  readonly errors: { readonly [Name in Field]?: readonly Problem[] };
  readonly data: Data;
  /** For questions to the operator of the service. */
  readonly requestId: string | undefined;
  /** Seconds after which the call may be made again, if the service says so. */
  readonly retryAfter: number | undefined;
  /** The operation that failed; undefined for `request`. */
  readonly operation: OperationId | undefined;
}

/** What a call throws. `switch (error.code)` narrows it; codes that a newer service or an extension adds are the default. */
export type ApiError = { [Code in ErrorCode]: Failed<Code, string, unknown> }[ErrorCode];

type CodesOf<Id extends OperationId> = CommonCode | OperationCodes[Id] | keyof ClientCodes;
type FieldsOf<Id extends OperationId> = Extract<keyof Input<Id>, string> | 'detail';
type DataOf<Id, Code> = Id extends keyof ErrorData
  ? Code extends keyof ErrorData[Id]
    ? ErrorData[Id][Code]
    : unknown
  : unknown;

/** What a call of an operation throws, as far as the document tells: with its codes, fields and data. */
export type ApiErrorOf<Id extends OperationId> = {
  [Code in CodesOf<Id>]: Failed<Code, FieldsOf<Id>, DataOf<Id, Code>>;
}[CodesOf<Id>];

/** The body of an error. */
export interface FailureBody {
  status_code: number;
  type: string;
  code: string;
  message: string;
  errors: Record<string, Problem[]>;
  data: unknown;
  request_id?: string;
}

/** The class of the errors, which their types describe more closely. */
export class CallError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  readonly status: number;
  readonly type: string;
  readonly params: object;
  readonly errors: Record<string, Problem[]>;
  readonly data: unknown;
  readonly requestId: string | undefined;

  constructor(
    body: FailureBody,
    readonly operation: OperationId | undefined,
    readonly retryAfter?: number,
    cause?: unknown,
  ) {
    super(body.message, { cause });
    this.code = body.code;
    this.status = body.status_code;
    this.type = body.type;
    this.errors = body.errors;
    this.data = body.data;
    this.requestId = body.request_id;
    this.params =
      Object.values(body.errors)
        .flat()
        .find(({ code }) => code === body.code)?.params ?? {};
  }

  /** An error of which the service has not told. */
  static ofClient(
    code: keyof ClientCodes,
    status: number,
    message: string,
    operation: OperationId | undefined,
    cause?: unknown,
  ): CallError {
    const type = code === 'unreachable' ? 'Unreachable' : 'Unexpected Answer';
    return new CallError(
      { status_code: status, type, code, message, errors: {}, data: {} },
      operation,
      undefined,
      cause,
    );
  }
}

/** Whether what was thrown is an error of a call: of any, or of the operation that is named. */
export function isApiError(error: unknown): error is ApiError;
export function isApiError<Id extends OperationId>(error: unknown, operation: Id): error is ApiErrorOf<Id>;
export function isApiError(error: unknown, operation?: OperationId): boolean {
  return error instanceof CallError && (operation === undefined || error.operation === operation);
}
