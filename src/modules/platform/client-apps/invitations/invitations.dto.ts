import { IntegerProperty } from '#common/openapi/decorators.js';
import { BooleanField, TextListField } from '#common/validation/index.js';

/** Most members who are invited by one request. */
export const MOST_INVITED = 1_000;

/** Whom to invite. */
export class InviteDto {
  @TextListField({
    optional: true,
    maxItems: MOST_INVITED,
    validate: (username) => (username.length > 64 ? 'is no username' : undefined),
    description: 'only these; default: all who can be invited',
    example: ['anna', 'ben'],
  })
  usernames?: string[];

  @BooleanField({ optional: true, description: 'only count', example: true }) dry_run?: boolean;
}

/** Who was invited. */
export class InvitedView {
  @IntegerProperty(1000, 'members who were invited, or would be by one request') invited!: number;
  @IntegerProperty(234, 'members who can be invited beside them, counted up to 100000: send the request again')
  left!: number;
}
