import { Injectable } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import { DatabaseAddress } from '#common/database/connections.js';
import { Currency } from '#common/money/currency.js';
import { type Legs, type PeriodInput, type BonusInput, inputNumber } from '@commerce/commission-engine';
import { InstalledBonuses, PublishedPlans, type PlanInForce } from '../../plans/index.js';
import type { CommissionRun } from '../run.entity.js';
import { readCarried, readHeirs, takerOf, readEarlier, type EarlierRead, type PostedRun } from './earlier-periods.js';
import { digestOf, DIGEST, type DigestRow, INPUTS_DIGEST, type InputDigest } from './input-digest.js';
import { readLedger, type Span } from './volume-ledger.js';
import { readMembers, Titles, type MembersRead } from './members.js';
import { Snapshot, BrokenInput, instant } from './snapshot.js';

/** What of a run says what it reads: a period and a plan, which need not be kept anywhere. */
export type RunToRead = Pick<CommissionRun, 'period' | 'fromAt' | 'toAt' | 'planId' | 'document'>;

/** How it is read. */
export interface Reading {
  readonly signal: AbortSignal;
  /** Is called when a step is done. */
  readonly step?: (done: number, steps: number) => void;
  /** A run whose titles are taken, such as the one that is calculated again. */
  readonly titlesOfRun?: number;
  /** The highest uid of a member that it saw: who was imported later, with an earlier date, is left out. */
  readonly lastUid?: number;
  /** The correction that it is a part of: earlier periods are those that this one has calculated again. */
  readonly correctionId?: number;
}

/** All that a run reads. */
export interface RunInput {
  readonly input: PeriodInput;
  /** For each of the input's earlier periods, which run and lines its lines are. */
  readonly taken: readonly Pick<EarlierRead, 'runId' | 'numbers'>[];
  /** The inputs that an extension's types of bonuses read; empty for most plans. */
  readonly inputs: readonly InputRead[];
  readonly digest: InputDigest;
}

const STEPS = 4;

// A posted run counts by the last correction of it that was approved, and within correction $1 by that one's run.
const POSTED = `SELECT coalesce((
    SELECT c.id FROM commission_runs c
     WHERE c.corrects_run_id = p.id AND (c.status = 'approved' OR c.status = 'calculated' AND c.correction_id = $1)
       AND ($1::bigint IS NULL OR c.correction_id <= $1)
     ORDER BY c.correction_id DESC LIMIT 1
  ), p.id) AS id, p.id AS "postedId", p.period, p.from_at AS "from", p.to_at AS "to", p.plan_id::float8 AS "planId" FROM commission_runs p
  WHERE p.status = 'posted' ORDER BY p.from_at`;

/** Reads what runs and simulations calculate from, in one snapshot. Decision 68. */
@Injectable()
export class RunInputReader {
  constructor(
    private readonly db: Database,
    private readonly address: DatabaseAddress,
    private readonly plans: PublishedPlans,
    private readonly currency: Currency,
    private readonly bonuses: InstalledBonuses,
  ) {}

  /**
   * The members as they stood at the end of a period, its rows, titles, what was carried into it and what was taken back.
   * @throws BeyondRange for a number that cannot be held exactly, BrokenInput naming a member or row
   */
  async read(run: RunToRead, reading: Reading): Promise<RunInput> {
    const inForce = await this.plans.inForce(this.db.manager, run.period);
    return Snapshot.of(this.address.url, reading.signal, (snapshot) => this.readAll(snapshot, run, inForce, reading));
  }

  private async readAll(
    snapshot: Snapshot,
    run: RunToRead,
    inForce: PlanInForce | undefined,
    { titlesOfRun, lastUid, correctionId, step = () => undefined }: Reading,
  ): Promise<RunInput> {
    const span = { from: run.fromAt, to: run.toAt };
    const mappings = inForce?.id === run.planId ? inForce : undefined;
    const posted = await snapshot.rows<PostedRun>(POSTED, [correctionId ?? null]);
    const [digested] = await snapshot.rows<DigestRow>(DIGEST, [span.from, span.to]);
    const read = this.bonuses.types.inputsOf(run.document);
    const ofInputs =
      read.length === 0
        ? []
        : await snapshot.rows<Pick<InputDigest, 'inputs'>>(INPUTS_DIGEST, [read.map(({ name }) => name), span.to]);
    step(1, STEPS);
    const before = posted.filter(({ to }) => to <= span.from);
    const runId = titlesOfRun ?? posted.find(({ from }) => from >= span.from)?.id;
    const isCorrected = correctionId !== undefined;
    const source = runId === undefined ? null : { runId, ...(isCorrected && { before: before.at(-1) }) };
    const titles = new Titles(run.document, mappings?.ranks ?? {}, source);
    const { members, index } = await readMembers(snapshot, { before: span.to, lastUid }, titles);
    step(2, STEPS);
    const volumes = { ...run.document.volumes, withPrices: this.bonuses.types.readPrices(run.document) };
    const { rows, earlier } = await readLedger(snapshot, span, volumes, before, { members, index });
    const inputs = await readInputs(snapshot, span, read, { members, index });
    step(3, STEPS);
    const carried = await this.carried(snapshot, run, { last: before.at(-1), mappings, read: { members, index } });
    const around = {
      snapshot,
      types: this.bonuses.types,
      index,
      uid: members.uid,
      currencyDigits: this.currency.digits,
    };
    const taken: EarlierRead[] = [];
    for (const position of [...earlier].sort((one, other) => one - other)) {
      taken.push(await readEarlier(around, before[position]!, span));
    }
    step(STEPS, STEPS);
    const input: PeriodInput = {
      currencyDigits: this.currency.digits,
      from: span.from.getTime(),
      to: span.to.getTime(),
      members,
      rows,
      carried,
      earlier: taken.map((one) => one.earlier),
      ...(inputs.length === 0 ? {} : { inputs: new Map(inputs.map(({ input: { name }, values }) => [name, values])) }),
    };
    return { input, taken, inputs, digest: digestOf({ ...digested!, ...ofInputs[0] }, inForce) };
  }

  /** What the last posted run before carries; by the mapping of a plan that was not yet in force in it. */
  private async carried(
    snapshot: Snapshot,
    { document, planId, toAt }: RunToRead,
    { last, mappings, read }: { last: PostedRun | undefined; mappings: PlanInForce | undefined; read: MembersRead },
  ): Promise<ReadonlyMap<string, Legs>> {
    if (last === undefined) return new Map();
    const mapping = last.planId === planId ? {} : (mappings?.carried ?? {});
    return readCarried(snapshot, last.id, takerOf(this.bonuses.types.carriers(document), mapping), {
      index: read.index,
      count: read.members.uid.length,
      heirs: await readHeirs(snapshot, { from: last.to, to: toAt }),
    });
  }
}

/** What members have of an input in a period. */
interface InputRead {
  readonly input: BonusInput;
  /** As bonuses read it. */
  readonly values: Float64Array;
  /** From when on they have it: milliseconds since 1970, NaN for the default. */
  readonly since: Float64Array;
}

/**
 * What the members of a run have of the inputs that its plan reads: of each the last value before the end of the period.
 * @throws BrokenInput naming the member with a value that the input does not have any more
 */
async function readInputs(
  snapshot: Snapshot,
  span: Span,
  inputs: readonly BonusInput[],
  read: MembersRead,
): Promise<InputRead[]> {
  const found: InputRead[] = [];
  for (const input of inputs) found.push(await readInput(snapshot, span, input, read));
  return found;
}

async function readInput(
  snapshot: Snapshot,
  { from, to }: Span,
  input: BonusInput,
  { members, index }: MembersRead,
): Promise<InputRead> {
  const count = members.uid.length;
  const values = new Float64Array(count).fill(inputNumber(input, input.default));
  const since = new Float64Array(count).fill(Number.NaN);
  const isText = input.type === 'choice';
  let text = '';
  // The name of a declared input has no character that SQL would take for its own.
  const select = `SELECT DISTINCT ON (i.uid) i.uid, i.at, i.value FROM commission_inputs i
    WHERE i.name = '${input.name}' AND i.at < ${instant(to)}${input.isLasting ? '' : ` AND i.at >= ${instant(from)}`}
    ORDER BY i.uid, i.at DESC, i.id DESC`;
  const numberOf = (value: string): number => inputNumber(input, isText ? (text = value) : Number((text = value)));
  await snapshot.copy(select, ['integer', 'instant', numberOf], (numbers) => {
    const at = index.of(numbers[0]!);
    if (at < 0) return;
    if (Number.isNaN(numbers[2]!))
      throw new BrokenInput(
        `member ${numbers[0]} has ${JSON.stringify(text)}, which the input ${input.name} does not allow`,
      );
    since[at] = numbers[1]!;
    values[at] = numbers[2]!;
  });
  return { input, values, since };
}
