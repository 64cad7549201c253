/** PostgreSQL cannot be used as it is set up. The message is one line for the person who starts the program. */
export class SetupError extends Error {
  override readonly name = 'SetupError';

  constructor(message: string, options?: ErrorOptions) {
    super(message.replace(/\s*\n\s*/g, ' ').trim(), options);
  }
}

/** The `code` of a system or PostgreSQL error (`EACCES`, `28P01`), if it has one. */
export function codeOf(error: unknown): string | undefined {
  const code = fieldOf(error, 'code');
  return typeof code === 'string' ? code : undefined;
}

/** The message of any thrown value; Node's error of a name with several addresses has none, but a code. */
export function messageOf(error: unknown): string {
  const message = fieldOf(error, 'message');
  return typeof message === 'string' && message !== '' ? message : (codeOf(error) ?? String(error));
}

/** A field of an error. Not with `instanceof Error`: under Jest, Node's own errors are of another realm. */
export function fieldOf(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
}
