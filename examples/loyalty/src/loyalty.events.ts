import { ApiProperty } from '@nestjs/swagger';
import type { EventDeclarations, PayloadsOf } from 'direct-selling-commerce-api';
import { KINDS, TIERS, type Kind, type Tier } from './loyalty.rules.js';

export class PointsChangedData {
  @ApiProperty({ type: 'integer', example: 5, description: 'the member' })
  uid!: number;

  @ApiProperty({ type: String, enum: KINDS, example: 'earned' })
  kind!: Kind;

  @ApiProperty({ type: 'integer', example: 27, description: 'negative when points went' })
  points!: number;

  @ApiProperty({ type: 'integer', example: 527, description: 'all points of the member after it' })
  balance!: number;

  @ApiProperty({ type: 'integer', nullable: true, example: 12 })
  order_id!: number | null;
}

export class TierChangedData {
  @ApiProperty({ type: 'integer', example: 5, description: 'the member' })
  uid!: number;

  @ApiProperty({ type: String, enum: TIERS, example: 'silver' })
  tier!: Tier;

  @ApiProperty({ type: String, enum: TIERS, example: 'none' })
  previous_tier!: Tier;
}

export const LOYALTY_EVENTS = {
  'loyalty.points_changed': {
    aggregate: 'loyalty',
    data: PointsChangedData,
    summary: 'Points of a member have changed',
    description: 'They were earned, spent, given, or have expired; what a return takes back is negative.',
  },
  'loyalty.tier_changed': {
    aggregate: 'loyalty',
    data: TierChangedData,
    summary: 'A member has another tier',
    description: 'By the points that it has earned.',
  },
} satisfies EventDeclarations;

declare module 'direct-selling-commerce-api' {
  interface EventPayloads extends PayloadsOf<typeof LOYALTY_EVENTS> {}
}
