import type { EventDeclarations, PayloadsOf } from '#common/events/index.js';
import { ChoiceProperty, IntegerProperty, TextProperty } from '#common/openapi/decorators.js';
import { APPROVAL_STATUSES, type ApprovalStatus } from './approval.entity.js';

/**
 * What the events of an approval say about it. Not its summary, nor why it was refused: these name people and what the company
 * does about them, and any application may listen. See docs/decisions/0027-event-payloads.md.
 */
class ApprovalData {
  @IntegerProperty(7, 'of the approval, which is read in the admin module') id!: number;
  @TextProperty('run.approve', 'what is to be done') kind!: string;
  @ChoiceProperty(APPROVAL_STATUSES, 'waiting') status!: ApprovalStatus;
  @IntegerProperty(1) made_by_uid!: number;
  @IntegerProperty(null, { nullable: true }) decided_by_uid!: number | null;
  @TextProperty('2026-11-16T08:00:00.000Z') lapses_at!: string;
}

const decided = (status: ApprovalStatus) => ({ status, decided_by_uid: 2 });

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
    example: decided('refused'),
  },
  'approval.lapsed': {
    aggregate: 'approval',
    data: ApprovalData,
    summary: 'A proposal has lapsed',
    description: 'Nothing was done: its subject has changed, or nobody decided in time.',
    example: { status: 'lapsed' },
  },
} satisfies EventDeclarations;

declare module '../../../common/events/event-types.js' {
  interface EventPayloads extends PayloadsOf<typeof APPROVAL_EVENTS> {}
}
