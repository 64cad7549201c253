import { Injectable } from '@nestjs/common';
import { LessThan, type EntityManager } from 'typeorm';
import { CommissionRun } from '../run.entity.js';

/** Finds what a run is compared with. */
@Injectable()
export class RunComparison {
  /** The posted run of the period before, which is the last one that begins before; null if there is none. */
  previousOf(tx: EntityManager, { fromAt }: Pick<CommissionRun, 'fromAt'>): Promise<CommissionRun | null> {
    return tx.findOne(CommissionRun, {
      where: { status: 'posted', fromAt: LessThan(fromAt) },
      order: { fromAt: 'DESC' },
    });
  }
}
