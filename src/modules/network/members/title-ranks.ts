import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '#common/database/index.js';

/** Renames title ranks by the object `$1`. */
const RENAME = statement(
  'network.rename-titles',
  `UPDATE network_members m SET title_rank = n.value
     FROM jsonb_each_text($1::jsonb) AS n WHERE m.title_rank = n.key`,
);

/** Sets title ranks: the highest rank that a member has had in any posted run, as it was last corrected. See docs/spec/commissions.md#3. */
@Injectable()
export class TitleRanks {
  constructor(private readonly db: Database) {}

  /**
   * Gives title ranks other names.
   * @param names the new name of each that is renamed
   */
  async rename(tx: EntityManager, names: Readonly<Record<string, string>>): Promise<void> {
    if (Object.keys(names).length > 0) await this.db.query(tx, RENAME, [JSON.stringify(names)]);
  }

  /**
   * Sets the title ranks of any number of members by one statement.
   * @param name of the prepared statement
   * @param titles SQL that selects `uid` and `title`; its owner exports it
   * @param values of its parameters
   */
  async set(
    tx: EntityManager,
    { name, titles, values }: { name: string; titles: string; values: unknown[] },
  ): Promise<void> {
    const sql = `UPDATE network_members m SET title_rank = t.title
      FROM (${titles}) AS t WHERE t.uid = m.uid AND m.title_rank IS DISTINCT FROM t.title`;
    await this.db.query(tx, statement(name, sql), values);
  }

  /**
   * Corrects title ranks. Whoever has got another one meanwhile, such as by a succession, keeps it where it is higher.
   * @param name of the prepared statement
   * @param titles SQL that selects `uid`, `was` and `title`; its owner exports it
   * @param values of its parameters, the last of which are the ranks, the lowest first
   * @returns whose title has changed
   */
  async correct(
    tx: EntityManager,
    { name, titles, values }: { name: string; titles: string; values: readonly [...unknown[], readonly string[]] },
  ): Promise<{ uid: number; from: string | null; to: string | null }[]> {
    const place = (rank: string): string => `coalesce(array_position($${values.length}::text[], ${rank}), 0)`;
    const sql = `UPDATE network_members m SET title_rank = t.title
      FROM (${titles}) AS t JOIN network_members AS had ON had.uid = t.uid
     WHERE t.uid = m.uid AND (m.title_rank IS NOT DISTINCT FROM t.was OR ${place('t.title')} > ${place('m.title_rank')})
    RETURNING m.uid, had.title_rank AS "from", t.title AS "to"`;
    return this.db.query(tx, statement(name, sql), [...values]);
  }
}
