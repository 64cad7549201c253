/** Only what has failed waits for so long. */
const LIMIT_MS = 300_000;

const PAUSE_MS = 20;

/**
 * Waits until a condition holds: until it neither throws, as an expectation does, nor gives false.
 * @param otherwise what was wrong when it does not come to hold, such as `PostgreSQL did not start`
 * @throws Error that says so or quotes the condition, with its last failure as the cause
 */
export async function until(condition: () => unknown, ms = LIMIT_MS, otherwise?: string): Promise<void> {
  const end = performance.now() + ms;
  for (;;) {
    // Once more after the limit, which a single try may take.
    const isLast = performance.now() > end;
    const failure = await failureOf(condition);
    if (failure === undefined) return;
    if (isLast)
      throw new Error(`${otherwise ?? String(condition)} within ${ms / 1000} s: ${failure.message}`, {
        cause: failure,
      });
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function failureOf(condition: () => unknown): Promise<Error | undefined> {
  try {
    return (await condition()) === false ? new Error('false') : undefined;
  } catch (error) {
    return error as Error;
  }
}
