import { Body, Headers, Query } from '@nestjs/common';
import { type Caller, CallerParam } from '#common/access/index.js';
import type { ListAnswer } from '#common/audit/admin-lists.js';
import { failure, notFound } from '#common/errors/failures.js';
import { NETWORK } from '#network/network.messages.js';
import { FileFor } from '#common/http/downloads.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { ImportEndpoint, ImportQuery, Imports, ImportView } from '#platform/imports/index.js';
import { type Streamed, StreamedParam } from '#common/http/streamed-body.js';
import {
  AdminChildView,
  AdminMemberView,
  ChangeStandingDto,
  ChildrenQuery,
  RootsQuery,
  StandingView,
  MemberUidParam,
} from './admin-members.dto.js';
import { MemberReader } from './admin-members.service.js';
import { CYCLE, LEG_TAKEN, THERE_ALREADY } from './members.rules.js';
import { BackdatedMoves } from './moves/backdated-moves.service.js';
import { MoveMemberDto, MoveView } from './moves/moves.dto.js';
import { MovesService } from './moves/moves.service.js';
import { StandingService } from './standing.service.js';
import { HandOverMemberDto, MergeMemberDto, SuccessionView } from './successions/successions.dto.js';
import { BELOW, Successions } from './successions/successions.service.js';

const MOVE_EXAMPLES = {
  sponsor: {
    summary: 'another sponsor',
    value: { tree: 'sponsor', parent_uid: 3, reason: 'wrong sponsor at sign-up', dry_run: true },
  },
  placement: {
    summary: 'another place',
    value: { tree: 'placement', parent_uid: 3, leg: 2, reason: 'wrong leg at sign-up' },
  },
};

const STATUS_EXAMPLES = {
  suspend: { summary: 'suspend a member', value: { status: 'suspended', reason: 'terms were not kept' } },
  upgrade: { summary: 'make a customer a distributor', value: { kind: 'distributor', reason: 'signed the agreement' } },
};

const SUCCESSION_EFFECTS =
  'The frontline and the legs, the title rank, the volumes of the open period and the carried volumes go along. Earlier periods do not change. The previous holder stays below as a terminated customer, and keeps their balance.';

const IMPORT_EXAMPLES = {
  'application/x-ndjson': [
    '{"username":"ada","email":"ada@example.com","first_name":"Ada","last_name":"Sommer","country_code":"DE","kind":"distributor","enrolled_at":"2019-03-01","title_rank":"gold"}',
    '{"username":"ben","kind":"distributor","sponsor":"ada","placement_parent":"ada","placement_leg":1,"enrolled_at":"2020-06-15T09:30:00Z"}',
    '{"username":"cleo","kind":"customer","sponsor":"ben","enrolled_at":"2021-01-10"}',
  ].join('\n'),
  'text/csv': [
    'username,email,first_name,last_name,country_code,kind,status,sponsor,placement_parent,placement_leg,enrolled_at,title_rank',
    'ada,ada@example.com,Ada,Sommer,DE,distributor,active,,,,2019-03-01,gold',
    'ben,,Ben,Winter,AT,distributor,active,ada,ada,1,2020-06-15T09:30:00Z,',
    'cleo,,,,,customer,active,ben,,,2021-01-10,',
  ].join('\n'),
};

/** Members of the network in the admin module: what they are, where they stand, and what changes either. See docs/spec/commissions.md#2. */
@AdminController('network', 'Admin: network', { read: 'network.read', write: 'network.write' })
export class AdminMembersController {
  constructor(
    private readonly members: MemberReader,
    private readonly moves: MovesService,
    private readonly backdated: BackdatedMoves,
    private readonly standings: StandingService,
    private readonly successions: Successions,
    private readonly imports: Imports,
  ) {}

  @Endpoint('GET roots', {
    id: 'adminListRoots',
    summary: 'List the roots of a tree',
    description:
      'By uid, without members who have no place in the tree. `search` is the uid or part of the username, name or e-mail address of a member.',
    answer: AdminChildView,
    paged: true,
    csv: true,
  })
  roots(@Query() query: RootsQuery, @FileFor() reader?: Caller): Promise<ListAnswer<AdminChildView>> {
    return this.members.roots(query, reader);
  }

  @Endpoint('GET :uid', {
    id: 'adminGetMember',
    summary: 'Read a member of the network',
    description: 'The member’s place in both trees, their upline, and the history of their kind and status.',
    answer: AdminMemberView,
    failures: [notFound('member')],
  })
  read(@CallerParam() caller: Caller, @MemberUidParam() uid: number): Promise<AdminMemberView> {
    return this.members.read(caller, uid);
  }

  @Endpoint('GET :uid/children', {
    id: 'adminListMemberChildren',
    summary: 'List the frontline of a member',
    description:
      'By leg, then by uid. `search` is the uid or part of the username, name or e-mail address of a member.',
    answer: AdminChildView,
    paged: true,
    csv: true,
    failures: [notFound('member')],
  })
  children(
    @MemberUidParam() uid: number,
    @Query() query: ChildrenQuery,
    @FileFor() reader?: Caller,
  ): Promise<ListAnswer<AdminChildView>> {
    return this.members.children(uid, query, reader);
  }

  @Endpoint('POST :uid/move', {
    id: 'adminMoveMember',
    summary: 'Move a member',
    description:
      'In one of the trees, with everybody below. In the placement tree this also places a distributor from a holding tank. With `from` the move is dated back: it counts from that instant on, and posted periods that end later are calculated again; `commission-corrections/` shows the results. With `dry_run` nothing changes.',
    body: { type: MoveMemberDto, examples: MOVE_EXAMPLES },
    answer: MoveView,
    failures: [notFound('member'), CYCLE, LEG_TAKEN, THERE_ALREADY],
  })
  move(@CallerParam() caller: Caller, @MemberUidParam() uid: number, @Body() dto: MoveMemberDto): Promise<MoveView> {
    const { from } = dto;
    return from === undefined ? this.moves.move(caller, uid, dto) : this.backdated.move(caller, uid, { ...dto, from });
  }

  @Endpoint('POST :uid/status', {
    id: 'adminChangeMemberStatus',
    summary: 'Suspend, terminate or reactivate a member',
    description:
      'A terminated member stays in the trees, is not paid and gets no new members below; once reactivated, they continue in the same place. `kind` changes the kind of the member: a new distributor is placed like one who signs up. A distributor who sponsors distributors, or has members placed below, cannot change.',
    body: { type: ChangeStandingDto, examples: STATUS_EXAMPLES },
    answer: StandingView,
    failures: [notFound('member'), failure(NETWORK.same_status)],
  })
  changeStatus(
    @CallerParam() caller: Caller,
    @MemberUidParam() uid: number,
    @Body() dto: ChangeStandingDto,
  ): Promise<StandingView> {
    return this.standings.change(caller, uid, dto);
  }

  @Endpoint('POST :uid/merge', {
    id: 'adminMergeMember',
    summary: 'Merge a position into another',
    description: `Into the position of another distributor, who keeps their own place. ${SUCCESSION_EFFECTS} 409 if both have a member in the same leg: move one first. With \`dry_run\` nothing changes.`,
    answer: SuccessionView,
    failures: [notFound('member'), BELOW, LEG_TAKEN],
  })
  merge(
    @CallerParam() caller: Caller,
    @MemberUidParam() uid: number,
    @Body() dto: MergeMemberDto,
  ): Promise<SuccessionView> {
    const { into_uid: successorUid, reason, dry_run: isDry = false } = dto;
    return this.successions.succeed(caller, uid, { kind: 'merge', successorUid, reason, isDry });
  }

  @Endpoint('POST :uid/hand-over', {
    id: 'adminHandOverMember',
    summary: 'Hand a position over',
    description: `To a member with nobody below, possibly a customer, who takes the place in both trees. ${SUCCESSION_EFFECTS} With \`dry_run\` nothing changes.`,
    answer: SuccessionView,
    failures: [notFound('member')],
  })
  handOver(
    @CallerParam() caller: Caller,
    @MemberUidParam() uid: number,
    @Body() dto: HandOverMemberDto,
  ): Promise<SuccessionView> {
    const { to_uid: successorUid, reason, dry_run: isDry = false } = dto;
    return this.successions.succeed(caller, uid, { kind: 'hand_over', successorUid, reason, isDry });
  }

  @ImportEndpoint({
    id: 'adminImportMembers',
    summary: 'Import members',
    columns:
      '`username`, `kind`, `enrolled_at`, and optionally `email`, `first_name`, `last_name`, `country_code`, `status` (default: active), `sponsor`, `placement_parent` with `placement_leg`, and `title_rank`. Rows may be in any order; `sponsor` and `placement_parent` are usernames, of the file or of members. A distributor without a sponsor is a root of both trees; one with a sponsor and without a placement waits in the holding tank. All rows are written or none. Members have no password until one is set, and no `user.created` or `member.enrolled` is sent: `import.done` stands for all.',
    body: 'one row a line, at most 10,000,000',
    examples: IMPORT_EXAMPLES,
  })
  import(
    @CallerParam() caller: Caller,
    @Query() query: ImportQuery,
    @Headers('idempotency-key') key: string | undefined,
    @StreamedParam() file: Streamed,
  ): Promise<ImportView> {
    return this.imports.receive(caller, { kind: 'members', query, key }, file);
  }
}
