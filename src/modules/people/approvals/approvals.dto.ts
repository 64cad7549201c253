import { type Permission, ROLES } from '#common/access/index.js';
import {
  ANY_VALUE,
  ApiProperty,
  BooleanProperty,
  ChoiceProperty,
  InstantProperty,
  IntegerProperty,
  ListProperty,
  NumberProperty,
  ObjectProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
import {
  type Approval,
  APPROVAL_STATUSES,
  type ApprovalStatus,
  type Effect,
  type JsonValue,
} from './approval.entity.js';
import type { Objection, Person } from './approvers.rules.js';
import { chooseLanguage, translated } from '#common/errors/problems.js';
import { ListSearchQuery } from '#common/audit/admin-lists.js';
import { type Sort, SortField } from '#common/http/sorting.js';
import { ChoiceField, SignedDecimalField, TextField } from '#common/validation/index.js';
import { numberInPath } from '#common/http/path-params.js';

export const ApprovalIdParam = numberInPath('id', 'id of the approval', 1);

/** Filters of the list of approvals. */
export class ApprovalsQuery extends ListSearchQuery {
  @SortField(['made_at'], '-made_at') sort?: Sort<'made_at'>;

  @ChoiceField(APPROVAL_STATUSES, { optional: true, description: 'only those with this status', example: 'waiting' })
  status?: ApprovalStatus;

  @TextField({ optional: true, max: 40, description: 'only those of this kind', example: 'run.approve' }) kind?: string;

  @ChoiceField(['true', 'false'], { optional: true, description: 'true: only what the caller can approve' })
  for_me?: 'true' | 'false';
}

const ROLE_LIST = new RegExp(`^(${ROLES.join('|')})(,(${ROLES.join('|')}))*$`);

/** Query of `GET approvals/forecast`. */
export class ApprovalForecastQuery {
  @TextField({
    max: 40,
    description:
      'the action: `run.approve`, `correction.approve`, `payout.release`, `plan.publish`, `earnings.adjust`, `earnings.write-off`, `reward.reverse`, `user.demote`, `application.self_service`, `approval.settings`, `commission.settings` or `network.settings`',
    example: 'payout.release',
  })
  kind!: string;

  @TextField({
    max: 64,
    description:
      'id of the run, payout, correction, plan or application; uid of the member whose balance changes, or of the user; name of the reward; 1 for settings',
    example: '12',
  })
  id!: string;

  @SignedDecimalField({ optional: true, description: 'of `earnings.adjust`, which needs it', example: 250 })
  amount?: number;

  @TextField({
    optional: true,
    max: 200,
    pattern: { expression: ROLE_LIST, message: `must hold only ${ROLES.join(', ')}` },
    description:
      'of `user.demote`: the roles that the user is to have, separated by commas; without them it is about deactivating the user',
    example: 'member,support',
  })
  roles?: string;

  @TextField({
    optional: true,
    max: 80,
    description: 'of `reward.reverse`, which needs it: the key with which it was posted',
    example: '2026-11:tier-bonus',
  })
  reward_key?: string;
}

/** Body of `POST approvals/:id/refuse`. */
export class RefuseApprovalDto {
  @TextField({ max: 500, multiline: true, description: 'the maker reads it', example: 'The amount is too high' })
  reason!: string;
}

/** People who are named as those for whom a proposal waits. */
const NAMED = 20;

/** Somebody whom an action touches. */
class TouchedPersonView {
  @IntegerProperty(12) uid!: number;
  @TextProperty('maria') username!: string;
  @NumberProperty(120.5, 'in money; null if no money is involved', { nullable: true }) amount!: number | null;
}

/** What an action changes. */
class TouchedValueView {
  @TextProperty('hold_days') name!: string;
  @ApiProperty({ ...ANY_VALUE, example: 0, description: 'null if there was none' }) before!: JsonValue;
  @ApiProperty({ ...ANY_VALUE, example: 7, description: 'null if it no longer exists' }) after!: JsonValue;
}

/** Whom and how much an action touches. */
class EffectView implements Effect {
  @TextProperty('Releases payout 12, which is then paid.') summary!: string;
  @NumberProperty(1250.5, 'in money; null if no money is involved', { nullable: true }) amount!: number | null;
  @TextProperty('USD', { nullable: true }) currency_code!: string | null;
  @IntegerProperty(17, 'how many members or users it affects') members!: number;
  @ListProperty(TouchedPersonView, 'the first 20, the greatest amounts first') people!: TouchedPersonView[];
  @ListProperty(TouchedValueView, 'what it changes; the first 50', { example: [] }) changes!: TouchedValueView[];
}

function ObjectionProperty(example: Objection | null, what: string): PropertyDecorator {
  return ChoiceProperty(
    ['maker', 'concerned', 'no_right', 'dependent', 'related'],
    example,
    `${what}. \`maker\`: they proposed it or took part in it; \`concerned\`: it is about them; \`no_right\`: they lack the permission; \`dependent\`: a maker recently had control over their account; \`related\`: the same person could be behind their account and a maker’s`,
    { nullable: true },
  );
}

/** Somebody who can approve. */
class ApproverView {
  @IntegerProperty(2) uid!: number;
  @TextProperty('carla') username!: string;
}

/** Whether an action needs a second person. See docs/spec/service.md#11. */
export class ApprovalForecastView {
  @ChoiceProperty(
    ['waiting', 'approved', 'alone'],
    'waiting',
    'the status that its approval would have: `waiting`: it waits for a second person; `approved`: it is done at once, the caller being the second person; `alone`: it is done at once, without approval; null with an objection, and where no approval is needed: for an amount up to the limit, or if nobody loses the right to approve',
    { nullable: true },
  )
  status!: 'waiting' | 'approved' | 'alone' | null;

  @ObjectionProperty(null, 'why the caller can neither do nor propose it; null if they can')
  objection!: Objection | null;

  @IntegerProperty(null, 'id of the caller’s own proposal that waits and would lapse, as this one takes its place', {
    nullable: true,
  })
  replaces!: number | null;

  @ListProperty(ApproverView, 'users who could approve it; the first 20; empty unless it would wait')
  waits_for!: ApproverView[];
}

/** A proposal to do what needs a second person. See docs/spec/service.md#11. */
export class ApprovalView {
  @IntegerProperty(7) id!: number;
  @TextProperty('payout.release', 'what is to be done') kind!: string;

  @ChoiceProperty(
    APPROVAL_STATUSES,
    'waiting',
    '`waiting`: nothing is done yet; `alone`: it was done at once, by one person',
  )
  status!: ApprovalStatus;

  @IntegerProperty(1) made_by_uid!: number;
  @TextProperty('admin') made_by!: string;
  @InstantProperty('2026-11-02T08:00:00.000Z') made_at!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { payout_id: 12 },
    description: 'the subject, and the requested change',
  })
  subject!: object;

  @ObjectProperty(EffectView) effect!: Effect;

  @ApiProperty({ type: Number, isArray: true, example: [1], description: 'users who took part in what it contains' })
  contributors!: number[];

  @TextProperty('payouts.release', 'the permission that approving it needs') permission!: Permission;
  @IntegerProperty(null, { nullable: true }) decided_by_uid!: number | null;
  @TextProperty(null, { nullable: true }) decided_by!: string | null;
  @InstantProperty(null, 'when it was decided, or has lapsed', { nullable: true }) decided_at!: string | null;
  @TextProperty(null, 'why it was refused, or has lapsed', { nullable: true }) reason!: string | null;
  @InstantProperty('2026-11-16T08:00:00.000Z') lapses_at!: string;
  @ListProperty(ApproverView, 'users who can approve it; the first 20') waits_for!: ApproverView[];
  @BooleanProperty(false, 'whether the caller can approve it') can_approve!: boolean;

  @ObjectionProperty('maker', 'why the caller cannot approve what waits') objection!: Objection | null;
}

/** The property `approval` in the answer of an action, which is an {@link ApprovalView}. */
export function ApprovalProperty(): PropertyDecorator {
  return ApiProperty({
    type: ApprovalView,
    description: 'the approval by which it was done; with the status `waiting` nothing is done yet',
  });
}

/** The same, where an action needs no second person up to a limit: then it is null. */
export function NullableApprovalProperty(): PropertyDecorator {
  return ApiProperty({
    type: ApprovalView,
    nullable: true,
    description:
      'the approval by which it was done; null if none is needed, or for a dry run; with `waiting` nothing is done yet',
  });
}

/**
 * @param approvers who can approve it; nobody where it does not wait
 * @param objection why the caller cannot; null where it does not wait
 */
export function toApprovalView(
  one: Approval,
  {
    permission,
    approvers,
    uid,
    objection,
    languages,
  }: {
    permission: Permission;
    approvers: readonly Person[];
    uid: number;
    objection: Objection | null;
    languages: readonly string[];
  },
): ApprovalView {
  return {
    id: one.id,
    kind: one.kind,
    status: one.status,
    made_by_uid: one.madeByUid,
    made_by: one.madeBy,
    made_at: one.madeAt.toISOString(),
    subject: one.subject,
    effect: toEffectView(one.effect, languages),
    contributors: one.contributors,
    permission,
    decided_by_uid: one.decidedByUid,
    decided_by: one.decidedBy,
    decided_at: one.decidedAt?.toISOString() ?? null,
    reason: one.status === 'lapsed' ? reasonIn(one.reason, languages) : one.reason,
    lapses_at: one.lapsesAt.toISOString(),
    waits_for: toApproverViews(approvers),
    can_approve: approvers.some((person) => person.uid === uid),
    objection,
  };
}

/** Those who are named as approvers. */
export function toApproverViews(people: readonly Person[]): ApproverView[] {
  return people.slice(0, NAMED).map(({ uid, username }) => ({ uid, username }));
}

/** Its sentence in the first of some languages that it is there in. */
function toEffectView({ summary_de: german, ...effect }: Effect, languages: readonly string[]): Effect {
  return chooseLanguage(languages) === 'de' && german !== undefined ? { ...effect, summary: german } : effect;
}

/** Why the service let it lapse, which is one of its messages. */
function reasonIn(reason: string | null, languages: readonly string[]): string | null {
  return reason === null ? null : (translated(reason, chooseLanguage(languages)) ?? reason);
}
