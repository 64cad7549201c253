import { Body } from '@nestjs/common';
import { CallerParam, type Caller } from '#common/access/index.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { ApplicationIdParam } from '../application.dto.js';
import { InviteDto, InvitedView, MOST_INVITED } from './invitations.dto.js';
import { CANNOT_INVITE, Invitations } from './invitations.service.js';

/** Invitations of members in the admin module. */
@AdminController('applications/:id/invitations', 'Admin: applications', 'users.write')
export class AdminInvitationsController {
  constructor(private readonly invitations: Invitations) {}

  @Endpoint('POST', {
    id: 'adminInviteMembers',
    confirmed: true,
    summary: 'Invite members who have no password',
    description: `Imported members, for example: active ones with an e-mail address and no other role. For each, the application gets \`account.invited\` with a token, which sets a password at \`account/set-password/\`, once, within 14 days. Who has such a token already is left out. At most ${MOST_INVITED} are invited by one request.`,
    answer: InvitedView,
    failures: [CANNOT_INVITE],
  })
  invite(
    @CallerParam() caller: Caller,
    @ApplicationIdParam() id: string,
    @Body() dto: InviteDto,
  ): Promise<InvitedView> {
    return this.invitations.invite(caller, id, dto);
  }
}
