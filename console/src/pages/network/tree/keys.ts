import type { Row } from './rows';

/** What a key does in a tree. */
export type Act = { type: 'focus'; key: string } | { type: 'open' | 'close' | 'siblings' | 'press'; row: Row };

/**
 * The keyboard of a tree, as the ARIA Authoring Practices describe it.
 * @param at the row that has the focus
 * @returns undefined for a key that does nothing here
 */
export function actOf(rows: readonly Row[], at: Row, key: string): Act | undefined {
  const index = rows.indexOf(at);
  const focus = (row: Row | undefined): Act | undefined => row && { type: 'focus', key: row.key };
  switch (key) {
    case 'ArrowDown':
      return focus(rows[index + 1]);
    case 'ArrowUp':
      return focus(rows[index - 1]);
    case 'Home':
      return focus(rows[0]);
    case 'End':
      return focus(rows.at(-1));
    case 'ArrowRight': {
      if (at.type !== 'member' || at.isOpen === undefined) return undefined;
      if (!at.isOpen) return { type: 'open', row: at };
      const next = rows[index + 1];
      return next?.parent === at.key ? focus(next) : undefined;
    }
    case 'ArrowLeft':
      if (at.type === 'member' && at.isOpen === true) return { type: 'close', row: at };
      return focus(rows.find((row) => row.key === at.parent));
    case 'Enter':
    case ' ':
      return { type: 'press', row: at };
    case '*':
      return { type: 'siblings', row: at };
    default:
      return undefined;
  }
}

/** The next member whose username begins with what was typed, after the focus and then from the top. */
export function typedRow(rows: readonly Row[], at: Row, typed: string): Row | undefined {
  const index = rows.indexOf(at);
  // While a name is being typed, a row that still matches keeps the focus.
  const start = typed.length > 1 ? index : index + 1;
  const text = typed.toLowerCase();
  return [...rows.slice(start), ...rows.slice(0, start)].find(
    (row) => row.type === 'member' && row.member.username.toLowerCase().startsWith(text),
  );
}
