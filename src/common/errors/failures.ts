import type { ErrorCode } from './error-codes.js';
import type { Message } from './problems.js';

/**
 * An error with its own message. The same object is thrown (`AppError.of`) and documented (`@Endpoint({ failures })`):
 * `const GONE = failure(SALES.gone)`, or of an extension `const GONE = { code: 'CONFLICT', message: '…' } as const`.
 */
export interface Failure<Message extends string = string> {
  readonly code: ErrorCode;
  /** Default: `detail`. */
  readonly field?: string;
  /** For people; `{name}` is a placeholder. */
  readonly message: Message;
  /** The values in the OpenAPI example. */
  readonly example?: Values<Message>;
  /** The class of its `data`; default: empty. */
  readonly data?: new () => object;
}

/** A documented error of a route: a code alone has that code's default message. */
export type DocumentedFailure = ErrorCode | Failure;

/** Makes the failure that a message of the table describes. Its code is `of`; without one it is VALIDATION. */
export function failure<const Of extends Message, const More extends Omit<Failure, 'code' | 'message'> = object>(
  { en, of }: Of,
  more?: More,
): Readonly<{ code: Of extends { of: infer Code extends ErrorCode } ? Code : 'VALIDATION'; message: Of['en'] }> & More {
  return { code: of ?? 'VALIDATION', message: en, ...more } as never;
}

/** The failure of {@link AppError.notFound}. */
export function notFound<const What extends string>(what: What) {
  return { code: 'NOT_FOUND', message: `${what} not found` } as const;
}

type NamesIn<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** A value for each placeholder of a message. */
type Values<Message extends string> = string extends Message
  ? Readonly<Record<string, string | number>>
  : Readonly<Record<NamesIn<Message>, string | number>>;

/** The arguments of {@link AppError.of}: the placeholders' values, and `data` for the client. */
export type Given<Message extends string> = [NamesIn<Message>] extends [never]
  ? [values?: Values<Message>, data?: object]
  : [values: Values<Message>, data?: object];

/**
 * Replaces the placeholders of a message.
 * @throws Error naming a missing value
 */
export function fill(message: string, values: Readonly<Record<string, string | number>> = {}): string {
  return message.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (values[name] === undefined) throw new Error(`“${message}” needs the value ${name}`);
    return String(values[name]);
  });
}
