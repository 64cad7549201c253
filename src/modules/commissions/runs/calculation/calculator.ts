import { Injectable } from '@nestjs/common';
import { calculate, type Outcome } from '../../engine/index.js';
import { InstalledBonuses } from '../../plans/index.js';
import { RunReader, type Reading, type RunInput, type RunToRead } from '../reading/run-reader.js';
import { inputHash, resultHash } from './hashes.js';

/** What a run read and what it came to. */
export interface Calculated {
  readonly read: RunInput;
  readonly outcome: Outcome;
  /** SHA-256, in hexadecimal. */
  readonly inputHash: string;
  readonly resultHash: string;
}

/** Reads and calculates a run, and keeps nothing. */
@Injectable()
export class Calculator {
  constructor(
    private readonly reader: RunReader,
    private readonly bonuses: InstalledBonuses,
  ) {}

  /** @throws CannotCalculate, BrokenInput */
  async calculate(run: RunToRead, reading: Reading): Promise<Calculated> {
    const read = await this.reader.read(run, reading);
    const input = inputHash(run, read);
    const outcome = calculate(run.document, read.input, this.bonuses.types);
    return { read, outcome, inputHash: input, resultHash: resultHash(outcome) };
  }
}
