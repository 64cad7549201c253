import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexOnline, type Contracts } from '../online.js';

/** A member gets a reward once by its key, whatever is repeated. */
export class RewardedOnce1790827000002 implements MigrationInterface {
  name = 'RewardedOnce1790827000002';

  readonly transaction = false;

  readonly contracts: Contracts = { since: '2.1.0', upheld: ['earnings.earnings_rewarded_once'] };

  async up(runner: QueryRunner): Promise<void> {
    await createIndexOnline(runner, {
      name: 'earnings_rewarded_once',
      table: 'earnings',
      on: '(reward, reward_key, uid, kind) WHERE reward IS NOT NULL',
      isUnique: true,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX earnings_rewarded_once');
  }
}
