/** One problem of a field: a stable code, the values in its message, and the message. */
export interface Problem {
  code: string;
  message: string;
  params: Record<string, unknown>;
}

/** The body of an error response. */
export interface Failure {
  status_code: number;
  type: string;
  code: string;
  message: string;
  errors: Record<string, Problem[]>;
  data: unknown;
  request_id: string;
}

/** An error that the service answered. */
export class ApiError extends Error {
  readonly status: number;
  readonly type: string;
  readonly code: string;
  readonly errors: Record<string, Problem[]>;
  readonly data: unknown;
  readonly requestId: string;

  /**
   * @param failure the body of the response
   * @param retryAfter seconds after which the request may be sent again, if the service says so
   */
  constructor(
    failure: Failure,
    readonly retryAfter?: number,
  ) {
    super(failure.message);
    this.name = 'ApiError';
    this.status = failure.status_code;
    this.type = failure.type;
    this.code = failure.code;
    this.errors = failure.errors;
    this.data = failure.data;
    this.requestId = failure.request_id;
  }
}

/** Whether something that was thrown is an error that the service answered. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}
