import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Roles that were there before are looked at while users are changed. */
export class ValidAdminRoles1790750000001 implements MigrationInterface {
  name = 'ValidAdminRoles1790750000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users VALIDATE CONSTRAINT users_roles');
  }

  async down(): Promise<void> {
    // What is valid need not be undone: the migration before drops it.
  }
}
