import { ERROR_CODES, type ErrorCode } from './error-codes.js';

/** One thing that is wrong with a field; `path` leads into it, `index` and `bundle_id` name the bundle of a bulk request. */
export interface FieldProblem {
  message: string;
  path?: string;
  index?: number;
  bundle_id?: string;
}

/** Field name to what is wrong with it; what belongs to no field stands under `detail`. Section 2 of the decisions. */
export type FieldErrors = Record<string, FieldProblem[]>;

/** How many problems are spelled out in `message`; `errors` always holds all of them. */
const PROBLEMS_IN_MESSAGE = 5;

/**
 * The one exception that features throw: a code from the typed table, a message for people, and the fields concerned.
 * The error filter turns it into the error body of section 7.2 of the specification.
 */
export class AppError extends Error {
  readonly status: number;
  readonly type: string;
  readonly errors: FieldErrors;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: object;

  /**
   * @param code which failure this is
   * @param message the long description, safe to show to any client
   * @param options.errors the fields concerned; by default the message stands under `detail`
   * @param options.data what the client needs to go on, such as the state that its request conflicts with; none by default
   * @param options.headers response headers that belong to the failure, such as `Retry-After` (seconds)
   */
  constructor(
    readonly code: ErrorCode,
    message: string,
    options: { errors?: FieldErrors; data?: object; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.status = ERROR_CODES[code].status;
    this.type = ERROR_CODES[code].type;
    this.errors = options.errors ?? { detail: [{ message }] };
    this.headers = options.headers ?? {};
    this.data = options.data ?? {};
  }

  /** A failure of fields: the message is made of the problems, `name: must not be blank; price: …`. */
  static ofFields(code: ErrorCode, errors: FieldErrors, data: object = {}): AppError {
    return new AppError(code, describe(errors), { errors, data });
  }

  /** A failure of one field. */
  static ofField(code: ErrorCode, field: string, message: string, data: object = {}): AppError {
    return AppError.ofFields(code, { [field]: [{ message }] }, data);
  }

  /** The 404 of everything that does not exist or is not the caller's: the two cannot be told apart. */
  static notFound(what: string): AppError {
    return new AppError('NOT_FOUND', `${what} not found`);
  }
}

function describe(errors: FieldErrors): string {
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
