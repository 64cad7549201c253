/** Texts that many rows have, encoded once. */
export function encoded(texts: Iterable<string>): readonly Uint8Array[] {
  return Array.from(texts, (text) => Buffer.from(text));
}

/** Words by their numbers, encoded. */
export function words(numbers: Readonly<Record<string, number>>): readonly Uint8Array[] {
  return encoded(
    Object.entries(numbers)
      .sort(([, one], [, other]) => one - other)
      .map(([word]) => word),
  );
}

/** What a line's `bonus` is called: the ids of the plan's bonuses, `cap` and `clawback`. */
export const CAP_NAME = 'cap';
export const CLAWBACK_NAME = 'clawback';
