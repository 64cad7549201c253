import { Body, Param } from '@nestjs/common';
import { CallerParam, type Caller } from '#common/access/index.js';
import { notFound } from '#common/errors/failures.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { LEG_TAKEN } from '../moves/moves.failures.js';
import { HandOverMemberDto, MergeMemberDto } from './successions.dto.js';
import { BELOW, Successions } from './successions.service.js';
import { SuccessionView } from './successions.view.js';

const WITH =
  'The frontline and the legs, the title rank, the volumes of the open period and what binary bonuses carry into it go along. Periods before stay as they were. Who gave the position up stays below as a terminated customer, and keeps its balance.';

/** Positions that others have from now on. See docs/spec/commissions.md#2. */
@AdminController('network', 'Admin: network', 'network.write')
export class AdminSuccessionsController {
  constructor(private readonly successions: Successions) {}

  @Endpoint('POST :uid/merge', {
    id: 'adminMergeMember',
    summary: 'Merge a position into another',
    description: `Into another distributor, who keeps its own place. ${WITH} 409 where both have somebody in the same leg: move one first. With \`dry_run\` nothing changes.`,
    answer: SuccessionView,
    failures: [notFound('member'), BELOW, LEG_TAKEN],
  })
  merge(
    @CallerParam() caller: Caller,
    @Param('uid') uid: string,
    @Body() dto: MergeMemberDto,
  ): Promise<SuccessionView> {
    const { into_uid: successorUid, reason, dry_run: isDry = false } = dto;
    return this.successions.succeed(caller, uid, { kind: 'merge', successorUid, reason, isDry });
  }

  @Endpoint('POST :uid/hand-over', {
    id: 'adminHandOverMember',
    summary: 'Hand a position over',
    description: `To a member without anybody below, also a customer, who takes the place in both trees. ${WITH} With \`dry_run\` nothing changes.`,
    answer: SuccessionView,
    failures: [notFound('member')],
  })
  handOver(
    @CallerParam() caller: Caller,
    @Param('uid') uid: string,
    @Body() dto: HandOverMemberDto,
  ): Promise<SuccessionView> {
    const { to_uid: successorUid, reason, dry_run: isDry = false } = dto;
    return this.successions.succeed(caller, uid, { kind: 'hand_over', successorUid, reason, isDry });
  }
}
