/** The time that sections 3 and 4 of the decisions give a change until it holds on every instance. */
const LIMIT_MS = 2_000;

const PAUSE_MS = 20;

/** Repeats expectations until they hold; after 2 seconds the last failure is the test's. */
export async function expectSoon(check: () => Promise<void>): Promise<void> {
  const end = performance.now() + LIMIT_MS;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
