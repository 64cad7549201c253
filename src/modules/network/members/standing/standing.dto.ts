import { ChoiceField, TextField } from '#common/validation/index.js';
import { MEMBER_KINDS, type MemberKind } from '#people/users/index.js';
import { MEMBER_STATUSES, type MemberStatus } from '../state.entity.js';

/** Most characters of the reason of a change. */
export const MAX_REASON = 500;

/** What changes of a member; what is left out stays. */
export class ChangeStandingDto {
  @ChoiceField(MEMBER_STATUSES, {
    optional: true,
    description: '`suspended`: sells, and is not paid; `terminated`: stays in the trees, and is passed over',
    example: 'suspended',
  })
  status?: MemberStatus;

  @ChoiceField(MEMBER_KINDS, { optional: true, example: 'distributor' })
  kind?: MemberKind;

  @TextField({ max: MAX_REASON, example: 'terms were not kept' })
  reason!: string;
}
