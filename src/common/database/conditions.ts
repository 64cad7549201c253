import { statement, type Statement } from './database.js';

/** The filters of a list that a request uses. Each combination is a prepared statement of its own, planned for it. */
export class Conditions {
  readonly values: unknown[] = [];
  private readonly parts: string[] = [];
  private readonly names: string[] = [];

  /**
   * Adds a filter; one without a value is not in use.
   * @param name unique within the list
   * @param sql the condition, given the placeholder of the value
   */
  and(name: string, sql: (placeholder: string) => string, value: unknown): this {
    if (value === undefined) return this;
    this.values.push(value);
    this.names.push(name);
    this.parts.push(`(${sql(`$${this.values.length}`)})`);
    return this;
  }

  /** A statement with these filters: `text` gets the condition, `TRUE` when there is no filter. */
  statement(name: string, text: (where: string) => string): Statement {
    return statement([name, ...this.names].join('+'), text(this.parts.join(' AND ') || 'TRUE'));
  }

  /** The same with `LIMIT` and `OFFSET`; its values are {@link values}, then `limit` and `offset`. */
  pageStatement(name: string, text: (where: string) => string): Statement {
    const at = this.values.length;
    return this.statement(name, (where) => `${text(where)} LIMIT $${at + 1} OFFSET $${at + 2}`);
  }
}
