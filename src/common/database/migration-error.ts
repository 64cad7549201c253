/** A failed migration, named by its class. Its changes are rolled back, unless it runs without a transaction. */
export class MigrationError extends Error {
  /**
   * @param name the class of the migration
   * @param cause why it failed: an error of the database in one line, others with their stack
   */
  constructor(name: string, cause: unknown) {
    const { message, code, query, stack } = cause as Error & { code?: string; query?: string };
    const why = code === undefined ? (stack ?? message ?? String(cause)) : message;
    super(`the migration ${name} failed: ${why}${query === undefined ? '' : ` in: ${oneLine(query)}`}`, { cause });
  }
}

/** The beginning of a statement. */
function oneLine(sql: string): string {
  const text = sql.trim().replace(/\s+/g, ' ');
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
