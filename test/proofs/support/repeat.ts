/**
 * Does something again and again, the first time at once, until it is told to end.
 * @returns what ends it: it waits for the last time, and says how often it was done
 */
export function repeat(work: (count: number) => Promise<void>): () => Promise<number> {
  let isOver = false;
  const doing = (async () => {
    let count = 0;
    do {
      await work(count);
      count += 1;
    } while (!isOver);
    return count;
  })();
  // Its failure is told to whoever ends it.
  doing.catch(() => undefined);
  return () => {
    isOver = true;
    return doing;
  };
}
