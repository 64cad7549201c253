import { ERROR_CODES, type ErrorCode } from './error-codes.js';
import { fill, notFound, type Failure, type Given } from './failures.js';

/** A problem of a field; `path` points into it, `index` and `bundle_id` name the bundle of a bulk request. */
export interface FieldProblem {
  message: string;
  path?: string;
  index?: number;
  bundle_id?: string;
}

/** Problems by field; those without a field are under `detail`. See docs/spec/service.md#2. */
export type FieldErrors = Record<string, FieldProblem[]>;

/** Problems listed in `message`; `errors` always has all of them. */
const PROBLEMS_IN_MESSAGE = 5;

/**
 * The exception for all client errors: a code, a message for people, and the fields concerned.
 * The error filter turns it into the error body of docs/spec/commerce-api.md#7.2.
 */
export class AppError extends Error {
  readonly status: number;
  readonly type: string;
  readonly errors: FieldErrors;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: object;

  /**
   * @param message safe to show to any client; default: that of the code
   * @param options.errors the fields concerned; default: the message under `detail`
   * @param options.data details for the client, such as the conflicting state; default: none
   * @param options.headers response headers
   */
  constructor(
    readonly code: ErrorCode,
    message: string = ERROR_CODES[code].message,
    options: {
      errors?: FieldErrors;
      data?: object | undefined;
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.status = ERROR_CODES[code].status;
    this.type = ERROR_CODES[code].type;
    this.errors = options.errors ?? { detail: [{ message }] };
    this.headers = options.headers ?? {};
    this.data = options.data ?? {};
  }

  /**
   * The error of a documented failure.
   * @param given values for the placeholders, and `data` for the client
   */
  static of<const Message extends string>(failure: Failure<Message>, ...[values, data]: Given<Message>): AppError {
    const { code, field } = failure;
    const message = fill(failure.message, values);
    return field === undefined ? new AppError(code, message, { data }) : AppError.ofField(code, field, message, data);
  }

  /** An error of several fields; the message lists the problems: `name: must not be blank; price: …`. */
  static ofFields(code: ErrorCode, errors: FieldErrors, data: object = {}): AppError {
    return new AppError(code, describe(errors), { errors, data });
  }

  /** An error of one field. */
  static ofField(code: ErrorCode, field: string, message: string, data: object = {}): AppError {
    return AppError.ofFields(code, { [field]: [{ message }] }, data);
  }

  /**
   * A refusal for the moment.
   * @param message may say the `{seconds}`
   * @param seconds for `Retry-After`; at least one is said, and parts of one are rounded up
   */
  static later(code: ErrorCode, message: string, seconds: number, cause?: unknown): AppError {
    const wait = String(Math.max(1, Math.ceil(seconds)));
    return new AppError(code, message.replace('{seconds}', wait), { headers: { 'retry-after': wait }, cause });
  }

  /** 404 for everything that does not exist or is not the caller's; clients cannot tell the two apart. */
  static notFound(what: string): AppError {
    return AppError.of(notFound(what));
  }
}

/** The problems of fields in one text: `name: must not be blank; price: …`. */
export function describe(errors: FieldErrors): string {
  const problems = Object.entries(errors).flatMap(([field, list]) =>
    list.map((problem) => `${problemPlace(field, problem)}: ${problem.message}`),
  );
  const shown = problems.slice(0, PROBLEMS_IN_MESSAGE).join('; ');
  const rest = problems.length - PROBLEMS_IN_MESSAGE;
  return rest > 0 ? `${shown}; and ${rest} more` : shown;
}

function problemPlace(field: string, { path, index }: FieldProblem): string {
  const place = path ?? field;
  return index === undefined ? place : `[${index}].${place}`;
}
