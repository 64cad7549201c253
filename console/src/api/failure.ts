/** What is wrong with one field; `path` leads to a nested place such as `varients[2].product-sku`. */
export interface FieldProblem {
  message: string;
  path?: string;
}

/** A request that the service refused or could not answer. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';

  /**
   * @param status the HTTP status; 0 when the service could not be reached
   * @param type the short name of the failure
   * @param fields what is wrong, by field
   * @param requestId what an operator finds the request by
   */
  constructor(
    readonly status: number,
    readonly type: string,
    message: string,
    readonly fields: Readonly<Record<string, readonly FieldProblem[]>> = {},
    readonly requestId?: string,
  ) {
    super(message);
  }

  /** Whether the service could not be reached at all. */
  get isOffline(): boolean {
    return this.status === 0;
  }

  /** Whether nobody is logged in any more; the shell asks for the log-in then. */
  get isSessionEnd(): boolean {
    return this.status === 401 && this.type === 'Invalid Token';
  }
}

/** Turns the one shape of every failure into an {@link ApiFailure}; a proxy's answer may have another shape. */
export async function failureOf(response: Response): Promise<ApiFailure> {
  const requestId = response.headers.get('x-request-id') ?? undefined;
  try {
    const { type, message, errors } = (await response.json()) as {
      type: string;
      message: string;
      errors: Record<string, FieldProblem[]>;
    };
    return new ApiFailure(response.status, type, message, errors, requestId);
  } catch {
    return new ApiFailure(
      response.status,
      'Error',
      `the service answered with status ${response.status}`,
      {},
      requestId,
    );
  }
}

/** One sentence that says what went wrong, for people. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof ApiFailure)) return 'Something went wrong in this page. Reload it and try again.';
  if (error.isSessionEnd) return 'Your session has ended. Log in and try again.';
  if (error.isOffline) return 'The service cannot be reached. Check the connection and try again.';
  const general = error.fields.detail?.map(({ message }) => message) ?? [];
  return sentence([error.message, ...general.filter((text) => !error.message.includes(text))].join('; '));
}

function sentence(text: string): string {
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}
