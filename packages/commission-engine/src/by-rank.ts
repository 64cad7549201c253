/**
 * A table by rank of a plan as a list: a rank that is not named has the value of the next lower one that is. See docs/spec/commissions.md#3-bonuses.
 *
 * @param ranks names, the lowest first
 * @param none what ranks below all that are named have
 */
export function byRank<Value, None>(
  table: Readonly<Record<string, Value>>,
  ranks: readonly { readonly name: string }[],
  none: None,
): (Value | None)[] {
  let value: Value | None = none;
  return ranks.map(({ name }) => {
    if (Object.hasOwn(table, name)) value = table[name]!;
    return value;
  });
}
