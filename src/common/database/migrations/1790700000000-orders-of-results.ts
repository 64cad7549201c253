import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What members of a run are sorted by. What they are filtered by comes along, so that a deep page is read in the index alone. */
const MEASURES = ['earned', 'personal_volume', 'group_volume'];

export class OrdersOfResults1790700000000 implements MigrationInterface {
  name = 'OrdersOfResults1790700000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const measure of MEASURES) {
      await runner.query(
        `CREATE INDEX commission_members_by_${measure} ON commission_members (run_id, ${measure} DESC, uid) INCLUDE (active, rank)`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const measure of MEASURES) await runner.query(`DROP INDEX commission_members_by_${measure}`);
  }
}
