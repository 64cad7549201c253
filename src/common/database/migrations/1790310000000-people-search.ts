import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users and orders are found by a part of a name, an address or a number without reading all of them. See docs/spec/service.md#8. */
export class PeopleSearch1790310000000 implements MigrationInterface {
  name = 'PeopleSearch1790310000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX users_username_search ON users USING gin (username gin_trgm_ops)');
    await runner.query('CREATE INDEX users_email_search ON users USING gin (email gin_trgm_ops)');
    await runner.query(
      `CREATE INDEX users_name_search ON users USING gin ((first_name || ' ' || last_name) gin_trgm_ops)`,
    );
    await runner.query('CREATE INDEX orders_number_search ON orders USING gin (order_number gin_trgm_ops)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX users_username_search, users_email_search, users_name_search, orders_number_search');
  }
}
