import { Injectable } from '@nestjs/common';
import { LessThan, type EntityManager } from 'typeorm';
import { CommissionRun } from '../run.entity.js';

/** Finds what a run is compared with. */
@Injectable()
export class RunComparison {
  /**
   * The run by which the posted period before counts, which is the last one that begins before: the posted run, or that of
   * the last correction of it that was approved. Null if there is none.
   */
  async previousOf(tx: EntityManager, { fromAt }: Pick<CommissionRun, 'fromAt'>): Promise<CommissionRun | null> {
    const posted = await tx.findOne(CommissionRun, {
      where: { status: 'posted', fromAt: LessThan(fromAt) },
      order: { fromAt: 'DESC' },
    });
    if (posted === null) return null;
    const corrected = await tx.findOne(CommissionRun, {
      where: { correctsRunId: posted.id, status: 'approved' },
      order: { correctionId: 'DESC' },
    });
    return corrected ?? posted;
  }
}
