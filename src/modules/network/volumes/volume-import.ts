import { Injectable, Optional, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '#common/database/index.js';
import { MAX_VOLUME } from '#common/money/amounts.js';
import { validateInstant, validateSignedDecimal, validateText } from '#common/validation/index.js';
import { ImportRunner, type FieldProblem, type ImportKind, type Refusals, type Staged } from '../imports/index.js';
import { PostedPeriods } from './posted-periods.js';
import {
  COUNT,
  FIND_REFUSED,
  FIND_TARGETS,
  MAKE_PARTITIONS,
  PREPARE,
  RESOLVE,
  WRITE_EXTERNAL_IDS,
  WRITE_ROWS,
} from './volume-import.queries.js';
import { VOLUME_COLUMNS, VOLUME_NUMBERS, volumeReader } from './volume-import.rules.js';

/** Imports rows of volumes that come from elsewhere. See docs/spec/commissions.md#1. */
@Injectable()
export class VolumeImport implements ImportKind, OnModuleInit {
  readonly name = 'volumes';
  readonly columns = VOLUME_COLUMNS;
  readonly numbers = VOLUME_NUMBERS;
  readonly read = volumeReader({
    text: (max) => (value) => validateText(value, { max }),
    instant: validateInstant,
    amount: (value) => validateSignedDecimal(value, MAX_VOLUME),
  });

  constructor(
    private readonly db: Database,
    private readonly runner: ImportRunner,
    @Optional() private readonly posted?: PostedPeriods,
  ) {}

  onModuleInit(): void {
    this.runner.register(this);
  }

  async check(tx: EntityManager, refusals: Refusals): Promise<Staged> {
    const span = await this.posted?.span(tx);
    await this.db.query(tx, RESOLVE);
    await this.db.query(tx, FIND_TARGETS);
    for (const sql of PREPARE) await tx.query(sql);
    const values = [span?.from ?? null, span?.to ?? null];
    refusals.addAll(await this.db.query<FieldProblem>(tx, FIND_REFUSED, values));
    return (await this.db.queryOne<Staged>(tx, COUNT))!;
  }

  async write(tx: EntityManager): Promise<void> {
    await this.db.query(tx, MAKE_PARTITIONS);
    await this.db.query(tx, WRITE_ROWS);
    await this.db.query(tx, WRITE_EXTERNAL_IDS);
  }
}
