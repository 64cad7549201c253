import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../../../../common/database/index.js';
import { PublishedPlans } from '../../plans/index.js';
import type { CommissionRun } from '../run.entity.js';
import { digestOf, DIGEST, type DigestRow, type InputDigest } from './input-digest.js';

const DIGEST_AGAIN = statement('runs.digest', DIGEST);

/** Whether what runs have read is still what there is. */
@Injectable()
export class InputDigests {
  constructor(
    private readonly db: Database,
    private readonly plans: PublishedPlans,
  ) {}

  /**
   * What a run would read now. At a million members it takes a second or two.
   * @param tx keeps away whoever writes into the period, so that the answer stays right
   */
  async of(tx: EntityManager, run: Pick<CommissionRun, 'period' | 'fromAt' | 'toAt'>): Promise<InputDigest> {
    const inForce = await this.plans.inForce(tx, run.period);
    const row = await this.db.queryOne<DigestRow>(tx, DIGEST_AGAIN, [run.fromAt, run.toAt]);
    return digestOf(row!, inForce);
  }

  /** Which parts of what a calculated run has read are others now, such as `rows`; none if it would come to the same. */
  async changed(tx: EntityManager, run: CommissionRun): Promise<(keyof InputDigest)[]> {
    const now = await this.of(tx, run);
    const before = run.inputDigest as InputDigest;
    return (Object.keys(now) as (keyof InputDigest)[]).filter((part) => !isDeepStrictEqual(now[part], before[part]));
  }
}
