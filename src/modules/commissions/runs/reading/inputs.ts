import { type BonusInput, inputNumber } from '@commerce/commission-engine';
import type { Span } from './ledger.js';
import type { MembersRead } from './members.js';
import { BrokenInput, instant, type Snapshot } from './snapshot.js';

/** What members have of an input in a period. */
export interface InputRead {
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
export async function readInputs(
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
