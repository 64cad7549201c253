import { Injectable, Logger } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { LongJobType, HandlesLongJob, type LongJobContext } from '#common/jobs/index.js';
import { Database, ONE_PROCESS, statement } from '#common/database/index.js';
import { CannotCalculate, calculate, type Legs, type Outcome, type PeriodInput } from '@commerce/commission-engine';
import { BrokenInput } from '../reading/snapshot.js';
import { type Reading, RunInputReader, type RunInput, type RunToRead } from '../reading/run-input.js';
import { CommissionRun } from '../run.entity.js';
import { RunEvents } from '../runs.events.js';
import { writeResult } from '../writing/result-writer.js';
import type { RunFiguresView } from '../runs.dto.js';
import { summaryOf } from './summary.rules.js';
import { createHash, type Hash } from 'node:crypto';
import { InstalledBonuses } from '../../plans/index.js';

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
  private readonly logger = new Logger(Calculator.name);

  constructor(
    private readonly reader: RunInputReader,
    private readonly bonuses: InstalledBonuses,
  ) {}

  /** @throws CannotCalculate, BrokenInput */
  async calculate(run: RunToRead, reading: Reading): Promise<Calculated> {
    const read = await this.reader.read(run, reading);
    const input = inputHash(run, read);
    const outcome = this.outcomeOf(run, read);
    return { read, outcome, inputHash: input, resultHash: resultHash(outcome) };
  }

  private outcomeOf({ document }: RunToRead, { input }: RunInput): Outcome {
    try {
      return calculate(document, input, this.bonuses.types);
    } catch (error) {
      // What the type of an extension threw: who reads the run sees its message only.
      if (error instanceof CannotCalculate && error.cause instanceof Error)
        this.logger.error(error.message, error.cause.stack);
      throw error;
    }
  }
}

/** Rises when something else is hashed: hashes of before then say nothing. */
const FORM = 1;

type Column = Float64Array | Int32Array | Int16Array | Uint16Array | Uint8Array;
type Columns = Readonly<Record<string, Column>>;

/**
 * SHA-256 of all that a run reads: plan, period, the network as it stood, rows in the order of their ids, titles, what was
 * carried, inputs of bonuses and what is taken back. It says the same of the same, whatever order it came in and wherever the database stands.
 */
function inputHash(run: RunToRead, { input, taken }: RunInput): string {
  const { period, fromAt, toAt, document } = run;
  const { currencyDigits, members, rows, carried, earlier, inputs } = input;
  const { prices, ...columns } = rows;
  const hash = new ColumnHash();
  hash.text({ form: FORM, period, from: fromAt.toISOString(), to: toAt.toISOString(), currencyDigits, document });
  hash.columns({ ...members });
  hash.columns({ ...columns, ...prices });
  hash.legs(carried);
  // Nothing for plans that read none, so that the hashes of their runs stay what they were.
  for (const [name, values] of inputs ?? []) {
    hash.text({ input: name });
    hash.columns({ values });
  }
  for (const [position, one] of earlier.entries()) hashEarlier(hash, one, taken[position]!);
  return hash.digest();
}

/** SHA-256 of all results of a run. */
function resultHash({ measures, standings, lines, legs, carried, clawbacks, unpaid }: Outcome): string {
  const hash = new ColumnHash();
  hash.text({ form: FORM, lines: lines.length });
  hash.columns({ ...measures });
  hash.columns({ ...standings });
  for (const { length, ...columns } of lines.pieces) {
    hash.columns(
      Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column.subarray(0, length)])),
    );
  }
  hash.legs(legs);
  hash.legs(carried);
  hash.text(clawbacks);
  hash.text(
    [...unpaid.byBonus].map(([bonus, reasons]) => [bonus, [...reasons].map(([reason, sum]) => [reason, String(sum)])]),
  );
  return hash.digest();
}

function hashEarlier(
  hash: ColumnHash,
  { period, plan, returns, lines, paid }: PeriodInput['earlier'][number],
  { runId, numbers }: RunInput['taken'][number],
): void {
  hash.text({ period, plan, runId, numbers });
  const { posted, ...columns } = returns;
  // The column's first name is part of the hashes of runs that are kept.
  hash.columns({ ...columns, reckoned: posted });
  hash.columns({ ...lines });
  hash.text([...paid].sort(([one], [other]) => one - other));
}

/** Takes in columns with their names and lengths, so that nothing can be taken for something else. */
class ColumnHash {
  private readonly hash: Hash = createHash('sha256');

  text(value: unknown): void {
    const text = JSON.stringify(value);
    this.hash.update(`${text.length} `).update(text);
  }

  columns(columns: Columns): void {
    for (const name of Object.keys(columns).sort()) {
      const { buffer, byteOffset, byteLength } = columns[name]!;
      this.hash.update(`${name} ${byteLength} `).update(new Uint8Array(buffer, byteOffset, byteLength));
    }
  }

  legs(legs: ReadonlyMap<string, Legs>): void {
    for (const [bonus, { left, right }] of [...legs].sort(([one], [other]) => (one < other ? -1 : 1))) {
      this.text(bonus);
      this.columns({ left, right });
    }
  }

  digest(): string {
    return this.hash.digest('hex');
  }
}

/**
 * The queue of final runs and corrections. Of each queue, one is calculated at a time: each takes a core, and a gigabyte at a
 * million members.
 */
export const RUNS_QUEUE = 'commissions';

/** The queue of previews and replays, of which there may be many: what is to be posted does not wait for them. */
export const PREVIEWS_QUEUE = 'commissions.previews';

/** Calculates a run, in a process of its own. */
export const CALCULATE = new LongJobType<{ runId: number }>('commissions.calculate', { ownProcess: true, retries: 2 });

/** Parts of the work, of 100. */
const STEPS = 100;
const READ = 35;
const CALCULATED = 45;

const MOST_OF_ERROR = 500;

/** One attempt at the run `$1` writes at a time; what is written takes as long as it takes. */
const BEGIN_WRITING = statement(
  'runs.begin-writing',
  `SELECT set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
          set_config('maintenance_work_mem', '256MB', true), ${ONE_PROCESS},
          pg_advisory_xact_lock(hashtextextended('commission_run', $1))`,
);

const NAME = statement('runs.name', 'SELECT username FROM users WHERE uid = $1');

/** The run has been cancelled, or another attempt was quicker. */
class Ended extends Error {}

/** Calculates runs: reads, calculates and writes, all or nothing. See docs/spec/commissions.md#4, decision 68. */
@Injectable()
export class Calculation {
  constructor(
    private readonly db: Database,
    private readonly calculator: Calculator,
    private readonly events: RunEvents,
  ) {}

  /** Whoever starts it again starts from the beginning: until the last transaction nothing is written. */
  @HandlesLongJob(CALCULATE)
  async calculate({ runId }: { runId: number }, context: LongJobContext): Promise<void> {
    const began = performance.now();
    const run = await this.begin(runId);
    if (run === undefined) return;
    try {
      const calculated = await this.calculator.calculate(run, {
        ...correcting(run),
        signal: context.signal,
        step: (done, steps) => context.progress(Math.floor((READ * done) / steps), STEPS),
      });
      context.progress(CALCULATED, STEPS);
      context.signal.throwIfAborted();
      await this.db.transaction((tx) => this.write(tx, { run, calculated, began }, context));
    } catch (error) {
      if (error instanceof Ended) return;
      // Trying again would have the same result.
      if (!(error instanceof CannotCalculate || error instanceof BrokenInput)) throw error;
      await this.fail(runId, error.message);
    }
  }

  private async begin(id: number): Promise<CommissionRun | undefined> {
    const begun = await this.db.manager.update(
      CommissionRun,
      { id, status: In(['queued', 'running']) },
      { status: 'running' },
    );
    if (begun.affected === 0) return undefined;
    return (await this.db.manager.findOneBy(CommissionRun, { id })) ?? undefined;
  }

  private async write(
    tx: EntityManager,
    { run, calculated, began }: { run: CommissionRun; calculated: Calculated; began: number },
    { signal, progress }: LongJobContext,
  ): Promise<void> {
    await this.db.query(tx, BEGIN_WRITING, [run.id]);
    if (!(await tx.existsBy(CommissionRun, { id: run.id, status: 'running' }))) throw new Ended();
    const { read, outcome, inputHash, resultHash } = calculated;
    const client = await this.db.forCopy(tx);
    await writeResult(
      client,
      { run, read, outcome },
      { signal, progress: (share) => progress(CALCULATED + Math.floor((STEPS - CALCULATED) * share), STEPS) },
    );
    const result = {
      status: 'calculated' as const,
      calculatedAt: new Date(),
      summary: await this.summary(tx, run, calculated),
      inputDigest: read.digest,
      inputHash,
      resultHash,
      seconds: ((performance.now() - began) / 1_000).toFixed(3),
    };
    const { affected } = await tx.update(CommissionRun, { id: run.id, status: 'running' }, result);
    if (affected === 0) throw new Ended();
    if (run.kind !== 'correction') await this.events.calculated(tx, Object.assign(run, result));
  }

  private async summary(
    tx: EntityManager,
    { document }: CommissionRun,
    calculated: Calculated,
  ): Promise<RunFiguresView> {
    const { highest, ...summary } = summaryOf(document, calculated.read.input, calculated.outcome);
    if (highest === null) return { ...summary, highest };
    const named = await this.db.queryOne<{ username: string }>(tx, NAME, [highest.uid]);
    return { ...summary, highest: { uid: highest.uid, username: named!.username, amount: highest.amount } };
  }

  private async fail(id: number, reason: string): Promise<void> {
    await this.db.manager.update(
      CommissionRun,
      { id, status: 'running' },
      { status: 'failed', endedAt: () => 'clock_timestamp()', error: reason.slice(0, MOST_OF_ERROR) },
    );
  }
}

/** A correction takes titles from the run that it calculates again, changed by the periods that it has corrected already. */
function correcting({
  kind,
  correctsRunId,
  correctionId,
}: CommissionRun): Pick<Reading, 'titlesOfRun' | 'correctionId'> {
  return kind === 'correction' ? { titlesOfRun: correctsRunId!, correctionId: correctionId! } : {};
}
