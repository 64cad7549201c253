/** Milliseconds in which questions are gathered: all of one drawing of a page. */
const GATHER_MS = 5;

interface Asked<Answer> {
  resolve: (answer: Answer | undefined) => void;
  reject: (error: unknown) => void;
}

/**
 * Asks about many things together, although each is asked for separately.
 * @param most how many one request may name
 * @param load answers by key; what has no answer is left out
 * @returns the answer to one key; undefined if there is none
 */
export function batched<Key, Answer>(
  most: number,
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>,
): (key: Key) => Promise<Answer | undefined> {
  let waiting = new Map<Key, Asked<Answer>[]>();

  async function send(batch: readonly [Key, Asked<Answer>[]][]): Promise<void> {
    try {
      const answers = await load(batch.map(([key]) => key));
      for (const [key, asked] of batch) for (const { resolve } of asked) resolve(answers.get(key));
    } catch (error) {
      for (const [, asked] of batch) for (const { reject } of asked) reject(error);
    }
  }

  function sendAll(): void {
    const all = [...waiting];
    waiting = new Map();
    for (let start = 0; start < all.length; start += most) void send(all.slice(start, start + most));
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) setTimeout(sendAll, GATHER_MS);
      waiting.set(key, [...(waiting.get(key) ?? []), { resolve, reject }]);
    });
}
