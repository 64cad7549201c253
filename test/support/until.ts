const PAUSE_MS = 20;

/** Waits until a condition holds; fails after `ms` milliseconds. */
export async function until(condition: () => boolean | Promise<boolean>, ms = 5_000): Promise<void> {
  const end = performance.now() + ms;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`the condition did not hold within ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
