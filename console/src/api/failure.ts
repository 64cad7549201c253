import { formatDate, inWords } from './words';
import { t } from '../i18n/t';

/** A validation problem of one field; `path` points to a nested value such as `varients[2].product-sku`. */
export interface FieldProblem {
  message: string;
  path?: string;
  /** The first instant that the message names, to the millisecond. */
  at?: string;
}

/** A request that the service rejected or could not answer. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';

  /**
   * @param status the HTTP status; 0 when the service could not be reached
   * @param type the short name of the failure
   * @param fields problems by field
   * @param requestId the id under which the request is logged
   * @param retryAfter seconds after which the service wants to be asked again
   * @param data what else the service says, such as what a log-in asks for next
   */
  constructor(
    readonly status: number,
    readonly type: string,
    message: string,
    readonly fields: Readonly<Record<string, readonly FieldProblem[]>> = {},
    readonly requestId?: string,
    readonly retryAfter?: number,
    readonly data?: unknown,
  ) {
    super(message);
  }

  /** Whether the service could not be reached at all. */
  get isOffline(): boolean {
    return this.status === 0;
  }

  /** Whether the session has ended; the shell then asks the user to log in. */
  get isSessionEnd(): boolean {
    return this.status === 401 && this.type === 'Invalid Token';
  }
}

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z/g;

/** A message for people: instants in their time zone, and the path before it in words. */
function readable(message: string): string {
  return message
    .replace(INSTANT, (instant) => formatDate(instant))
    .replace(/^[a-z_]\w*(?:[-.]\w+|\[\d+\])*(?=: )/i, (path) => (/[._[-]/.test(path) ? inWords(path, 1) : path));
}

function readableFields(errors: Record<string, FieldProblem[]>): Record<string, FieldProblem[]> {
  return Object.fromEntries(
    Object.entries(errors).map(([field, problems]) => [
      field,
      problems.map((problem) => ({
        ...problem,
        message: problem.message.replace(INSTANT, (at) => formatDate(at)),
        at: problem.message.match(INSTANT)?.[0],
      })),
    ]),
  );
}

/** Parses the service's failure format into an {@link ApiFailure}; a proxy's response may have another format. */
export async function failureOf(response: Response): Promise<ApiFailure> {
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  try {
    const { type, message, errors, data } = (await response.json()) as {
      type: string;
      message: string;
      errors: Record<string, FieldProblem[]>;
      data: unknown;
    };
    return new ApiFailure(
      response.status,
      type,
      readable(message),
      readableFields(errors),
      requestId,
      retryAfter,
      data,
    );
  } catch {
    return new ApiFailure(
      response.status,
      'Error',
      t('the service answered with status {{status}}', { status: response.status }),
      {},
      requestId,
      retryAfter,
    );
  }
}

/** One sentence for users that says what went wrong. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof ApiFailure)) return t('Something went wrong in this page. Reload it and try again.');
  if (error.isSessionEnd) return t('Your session has ended. Log in and try again.');
  if (error.isOffline) return t('The service cannot be reached. Check the connection and try again.');
  const general = error.fields.detail?.map(({ message }) => message) ?? [];
  return sentence([error.message, ...general.filter((text) => !error.message.includes(text))].join('; '));
}

function sentence(text: string): string {
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}
