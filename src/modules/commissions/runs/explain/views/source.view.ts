import { ApiProperty } from '#common/openapi/decorators.js';
import { REASONS, type Reason } from '../facts.js';

const UID = { type: 'integer', example: 7 } as const;
const NUMBER = { type: Number, example: 160 } as const;
const MAYBE = { ...NUMBER, nullable: true } as const;

/** Somebody above the member as a source. */
export class PaidAboveView {
  @ApiProperty({ ...UID, nullable: true, description: 'null for members, who do not see who is above' })
  uid!: number | null;

  @ApiProperty({ type: String, nullable: true, example: 'maria', description: 'null for members' })
  username!: string | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 1, description: 'null for members who are passed over' })
  level!: number | null;

  @ApiProperty({ ...MAYBE, example: 5 })
  percent!: number | null;

  @ApiProperty({ ...MAYBE, example: 12.4, description: 'null for members who were not paid; members do not see it' })
  amount!: number | null;

  @ApiProperty({ type: String, enum: [...REASONS], nullable: true, example: null, description: 'why nothing' })
  reason!: Reason | null;

  @ApiProperty({ type: String, example: 'Level 1: 5 %.' })
  sentence!: string;
}

/** What a bonus did with the member's own volume: who above was paid on it, and who was not. */
export class ExplainedSourceView {
  @ApiProperty({ type: String, example: 'levels' })
  bonus!: string;

  @ApiProperty({ type: String, example: 'unilevel' })
  type!: string;

  @ApiProperty({ type: Number, example: 248, description: 'in money' })
  base!: number;

  @ApiProperty({ type: String, example: 'Commissions are paid on 248: 2 members above got something.' })
  sentence!: string;

  @ApiProperty({ type: [PaidAboveView], description: 'the nearest first, until all levels are given out; at most 300' })
  above!: PaidAboveView[];
}
