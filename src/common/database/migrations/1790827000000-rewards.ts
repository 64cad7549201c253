import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Contracts } from '../online.js';

const KINDS = `'commission', 'clawback', 'adjustment', 'payout', 'payout_failed'`;

const kindOf = (kinds: string): string => `ADD CONSTRAINT earnings_kind CHECK (kind IN (${kinds})) NOT VALID`;

/** Earnings of kinds of extensions' own. */
export class Rewards1790827000000 implements MigrationInterface {
  name = 'Rewards1790827000000';

  readonly contracts: Contracts = { since: '2.1.0', upheld: ['earnings.earnings_kind', 'earnings.earnings_of_reward'] };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE earnings ADD COLUMN reward varchar(40), ADD COLUMN reward_key varchar(80),
         DROP CONSTRAINT earnings_kind, ${kindOf(`${KINDS}, 'reward', 'reward_reversed'`)},
         ADD CONSTRAINT earnings_of_reward CHECK (
           (kind IN ('reward', 'reward_reversed')) = (reward IS NOT NULL) AND (reward IS NULL) = (reward_key IS NULL)) NOT VALID`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE earnings DROP CONSTRAINT earnings_of_reward, DROP CONSTRAINT earnings_kind, ${kindOf(KINDS)},
         DROP COLUMN reward, DROP COLUMN reward_key`,
    );
    await runner.query('ALTER TABLE earnings VALIDATE CONSTRAINT earnings_kind');
  }
}
