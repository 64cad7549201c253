import { ChoiceProperty } from '#common/openapi/decorators.js';
import { TextField } from '#common/validation/index.js';
import { ApprovalProperty, type ApprovalView } from '#people/approvals/index.js';

/** Body of `POST earnings/rewards/reverse`. */
export class ReverseRewardDto {
  @TextField({ max: 40, description: 'the name of the reward', example: 'loyalty_reward' }) reward!: string;
  @TextField({ max: 80, description: 'the key with which it was posted', example: '2026-11:tier-bonus' }) key!: string;

  @TextField({ max: 500, multiline: true, description: 'the members read it', example: 'Posted for the wrong month' })
  reason!: string;
}

/** How far a reversal has come. */
export class ReversedRewardView {
  @ChoiceProperty(
    ['waiting', 'reversed'],
    'reversed',
    '`waiting`: nothing is taken back until a second person approves it',
  )
  status!: 'waiting' | 'reversed';

  @ApprovalProperty() approval!: ApprovalView;
}
