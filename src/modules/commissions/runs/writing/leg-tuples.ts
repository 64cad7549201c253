import type { TupleWriter } from '#common/database/tuple-writer.js';
import type { Legs } from '../../engine/index.js';
import type { ResultTuples, RunResult } from './result-writer.js';

const VOLUME_DECIMALS = 4;

/** The legs of binary bonuses as rows, of members of whom one of the numbers is not 0. */
export class LegTuples implements ResultTuples {
  readonly table = 'commission_legs';
  readonly columns = [
    'run_id',
    'bonus',
    'uid',
    'left_in',
    'right_in',
    'left_volume',
    'right_volume',
    'left_out',
    'right_out',
  ];

  constructor(private readonly result: RunResult) {}

  *write(writer: TupleWriter): Iterable<void> {
    const { run, read, outcome } = this.result;
    const { uid } = read.input.members;
    const none: Legs = { left: new Float64Array(uid.length), right: new Float64Array(uid.length) };
    for (const [bonus, found] of outcome.legs) {
      const id = Buffer.from(bonus);
      const legs = [read.input.carried.get(bonus) ?? none, found, outcome.carried.get(bonus)!];
      const columns = legs.flatMap(({ left, right }) => [left, right]);
      for (let member = 0; member < uid.length; member += 1) {
        if (columns.every((column) => column[member] === 0)) continue;
        writer.begin();
        writer.bigint(run.id);
        writer.text(id);
        writer.bigint(uid[member]!);
        for (const column of columns) writer.numeric(column[member]!, VOLUME_DECIMALS);
        if (writer.end()) yield;
      }
    }
  }
}
