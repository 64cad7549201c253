import { ANY_VALUE, ApiProperty } from '#common/openapi/decorators.js';
import type { Difference } from './diff.rules.js';

/** A difference between two plans. */
export class PlanDifferenceView {
  @ApiProperty({
    enum: ['added', 'removed', 'changed', 'moved'],
    example: 'changed',
    description: '`moved`: only its place in the list has changed',
  })
  kind!: Difference['kind'];

  @ApiProperty({
    example: 'ranks[1].requires.group_volume',
    description: 'the place in the other plan; of removed values, in the first plan',
  })
  path!: string;

  @ApiProperty({ example: 'ranks › silver › requires › group volume', description: 'the place in words' })
  label!: string;

  @ApiProperty({
    ...ANY_VALUE,
    example: 1000,
    description: 'the value in the first plan, null if it has none; of a moved value its index there',
  })
  old!: unknown;

  @ApiProperty({
    ...ANY_VALUE,
    example: 1500,
    description: 'the value in the other plan, null if it has none; of a moved value its index there',
  })
  new!: unknown;
}

/** What is different in another version of the plan. */
export class PlanDiffView {
  @ApiProperty({ example: 1 })
  id!: number;

  @ApiProperty({ example: 2, description: 'the plan that it is compared with' })
  other_id!: number;

  @ApiProperty({ type: PlanDifferenceView, isArray: true })
  changes!: PlanDifferenceView[];
}

/** The differences as clients see them. */
export function toPlanDiffView(id: number, otherId: number, found: readonly Difference[]): PlanDiffView {
  const changes = found.map(({ kind, path, label, ...values }) => {
    return { kind, path, label, old: values.old ?? null, new: values.new ?? null };
  });
  return { id, other_id: otherId, changes };
}
