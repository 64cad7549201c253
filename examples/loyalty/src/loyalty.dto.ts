import { ApiProperty } from '@nestjs/swagger';
import { IntegerField, TextField } from 'direct-selling-commerce-api';
import type { Entry } from './ledger.js';
import { KINDS, TIERS, type Kind, type PriceTerms, type Tier } from './loyalty.rules.js';

export class AccountView implements PriceTerms {
  @ApiProperty({ type: String, enum: TIERS, example: 'silver' })
  tier!: Tier;

  @ApiProperty({ type: 'integer', example: 527 })
  points!: number;

  @ApiProperty({ type: 'integer', example: 100, description: 'points that the next order redeems' })
  redeeming!: number;
}

export class MemberAccountView extends AccountView {
  @ApiProperty({ type: 'integer', example: 5, description: 'the member' })
  uid!: number;
}

export class EntryView {
  @ApiProperty({ type: 'integer', example: 1 })
  id!: number;

  @ApiProperty({ type: String, enum: KINDS, example: 'earned' })
  kind!: Kind;

  @ApiProperty({ type: 'integer', example: 27 })
  points!: number;

  @ApiProperty({ type: 'integer', nullable: true, example: 12 })
  order_id!: number | null;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-20T09:30:00.000Z' })
  booked_at!: string;
}

export function toEntryView({ booked_at, ...entry }: Entry): EntryView {
  return { ...entry, booked_at: booked_at.toISOString() };
}

export class RedemptionDto {
  @IntegerField({ min: 0, max: 1_000_000, description: 'how many; 0 for none', example: 100 })
  points!: number;
}

export class GivePointsDto {
  @IntegerField({ min: -1_000, max: 1_000, description: 'negative to take them', example: 50 })
  points!: number;

  @TextField({ max: 200, description: 'for the audit log', example: 'a late parcel' })
  reason!: string;
}
