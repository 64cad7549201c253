import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Database } from '../../../../common/database/index.js';
import { CommissionRun } from '../run.entity.js';

/** Finds what a run is compared with. */
@Injectable()
export class RunComparison {
  constructor(private readonly db: Database) {}

  /** The posted run of the period before, which is the last one that begins before; null if there is none. */
  previousOf({ fromAt }: Pick<CommissionRun, 'fromAt'>): Promise<CommissionRun | null> {
    return this.db.manager.findOne(CommissionRun, {
      where: { status: 'posted', fromAt: LessThan(fromAt) },
      order: { fromAt: 'DESC' },
    });
  }
}
