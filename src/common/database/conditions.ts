import { statement, type Statement } from './database.js';

/** The filters of a list request. Each combination is its own prepared statement. */
export class Conditions {
  readonly values: unknown[] = [];
  private readonly parts: string[] = [];
  private readonly names: string[] = [];

  /**
   * Adds a filter, unless its value is undefined.
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

  /** Adds a value that other parts of the statement use; answers its placeholder. */
  bind(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** A statement with these filters that is planned for each request, for what its values are. */
  planned(text: (where: string) => string): Statement {
    return statement('', text(this.parts.join(' AND ') || 'TRUE'));
  }

  /** A statement with these filters; `text` gets the condition, `TRUE` without filters. */
  statement(name: string, text: (where: string) => string): Statement {
    return statement([name, ...this.names].join('+'), text(this.parts.join(' AND ') || 'TRUE'));
  }

  /** The same with `LIMIT` and `OFFSET`; its values are {@link values}, then `limit` and `offset`. */
  pageStatement(name: string, text: (where: string) => string): Statement {
    const at = this.values.length;
    return this.statement(name, (where) => `${text(where)} LIMIT $${at + 1} OFFSET $${at + 2}`);
  }
}
