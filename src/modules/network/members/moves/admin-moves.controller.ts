import { Body, Param } from '@nestjs/common';
import { CallerParam, type Caller } from '#common/access/index.js';
import { notFound } from '#common/errors/failures.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { BackdatedMoves } from './backdated-moves.service.js';
import { MoveMemberDto } from './moves.dto.js';
import { CYCLE, LEG_TAKEN, THERE_ALREADY } from './moves.failures.js';
import { MovesService } from './moves.service.js';
import { MoveView } from './moves.view.js';

const EXAMPLES = {
  sponsor: {
    summary: 'another sponsor',
    value: { tree: 'sponsor', parent_uid: 3, reason: 'wrong sponsor at sign-up', dry_run: true },
  },
  placement: {
    summary: 'another place',
    value: { tree: 'placement', parent_uid: 3, leg: 2, reason: 'wrong leg at sign-up' },
  },
};

/** Moves of members. See docs/spec/commissions.md#2. */
@AdminController('network', 'Admin: network', 'network.write')
export class AdminMovesController {
  constructor(
    private readonly moves: MovesService,
    private readonly backdated: BackdatedMoves,
  ) {}

  @Endpoint('POST :uid/move', {
    id: 'adminMoveMember',
    summary: 'Move a member',
    description:
      'In one of the trees, with all below. In the placement tree it also places a distributor who waits in a holding tank. With `from` it is dated back: the history says from then on that the member stands there, and posted periods that end later are calculated again, as `commission-corrections/` shows. With `dry_run` nothing changes.',
    body: { type: MoveMemberDto, examples: EXAMPLES },
    answer: MoveView,
    failures: [notFound('member'), CYCLE, LEG_TAKEN, THERE_ALREADY],
  })
  move(@CallerParam() caller: Caller, @Param('uid') uid: string, @Body() dto: MoveMemberDto): Promise<MoveView> {
    const { from } = dto;
    return from === undefined ? this.moves.move(caller, uid, dto) : this.backdated.move(caller, uid, { ...dto, from });
  }
}
