import type { EventDeclarations, PayloadsOf } from '#common/events/index.js';
import { ApiProperty } from '#common/openapi/decorators.js';
import { APPROVAL_STATUSES, type ApprovalStatus } from './approval.entity.js';

/** What the events of an approval tell of it. */
class ApprovalData {
  @ApiProperty({ type: 'integer', example: 7, description: 'of the approval, which is read in the admin module' })
  id!: number;

  @ApiProperty({ type: String, example: 'run.approve', description: 'what is to be done' })
  kind!: string;

  @ApiProperty({ type: String, enum: APPROVAL_STATUSES, example: 'waiting' })
  status!: ApprovalStatus;

  @ApiProperty({ type: String, example: 'Approves the run of 2026-10.' })
  summary!: string;

  @ApiProperty({ type: 'integer', example: 1 })
  made_by_uid!: number;

  @ApiProperty({ type: 'integer', nullable: true, example: null })
  decided_by_uid!: number | null;

  @ApiProperty({ type: String, nullable: true, example: null, description: 'why it was refused, or has lapsed' })
  reason!: string | null;

  @ApiProperty({ type: String, example: '2026-11-16T08:00:00.000Z' })
  lapses_at!: string;
}

const decided = (status: ApprovalStatus, more: object = {}) => ({ status, decided_by_uid: 2, ...more });

export const APPROVAL_EVENTS = {
  'approval.requested': {
    aggregate: 'approval',
    data: ApprovalData,
    summary: 'A proposal waits for a second person',
    description: 'Users with the permission who made no part of it can approve or refuse it.',
  },
  'approval.approved': {
    aggregate: 'approval',
    data: ApprovalData,
    summary: 'A second person approved something',
    description: 'It was carried out with the same change.',
    example: decided('approved'),
  },
  'approval.refused': {
    aggregate: 'approval',
    data: ApprovalData,
    summary: 'A proposal was refused',
    description: 'Nothing was done.',
    example: decided('refused', { reason: 'The amount is too high' }),
  },
  'approval.lapsed': {
    aggregate: 'approval',
    data: ApprovalData,
    summary: 'A proposal has lapsed',
    description: 'Nothing was done: its subject has changed, or nobody decided in time.',
    example: { status: 'lapsed', reason: 'nobody decided in time' },
  },
} satisfies EventDeclarations;

declare module '../../../common/events/event-types.js' {
  interface EventPayloads extends PayloadsOf<typeof APPROVAL_EVENTS> {}
}
