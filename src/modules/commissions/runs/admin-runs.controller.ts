import { Body, Query } from '@nestjs/common';
import { type Caller, CallerParam } from '#common/access/index.js';
import type { ListAnswer } from '#common/audit/admin-lists.js';
import { failure, notFound } from '#common/errors/failures.js';
import { COMMISSIONS } from '#commissions/commissions.messages.js';
import { FileFor } from '#common/http/downloads.js';
import { Costly } from '#common/http/costly.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { CANNOT_APPROVE } from '#people/approvals/index.js';
import { BridgeView } from './bridge/bridge.dto.js';
import { Bridges } from './bridge/bridge.service.js';
import { Posting } from './posting/posting.service.js';
import {
  ListedRunView,
  PeriodsToRunView,
  ReplayView,
  RunIdParam,
  RunsQuery,
  RunView,
  RunWithApprovalView,
  StartRunDto,
} from './runs.dto.js';
import { Replays } from './replays.service.js';
import {
  CommissionLinesQuery,
  CommissionLineSumsView,
  CommissionLineView,
  CommissionMembersQuery,
  CommissionMemberSumsView,
  CommissionMemberView,
} from './results/results.dto.js';
import { RunResults } from './results/results.service.js';
import { RunApproval } from './run-approval.action.js';
import {
  BUSY,
  CHANGED_SINCE,
  LINES_CHANGED,
  FIRST_OPEN,
  HAS_FINAL,
  LEDGER_BUSY,
  NO_FINAL,
  NO_PLAN,
  NO_RESULTS,
  NOT_ENDED,
  NOT_NEXT,
  OF_CORRECTION,
  OTHER_PLAN,
  OTHER_PLAN_NOW,
  OUT_OF_ORDER,
  TOO_MANY_PREVIEWS,
  WRONG_STATUS,
} from './runs.rules.js';
import { RunsReader } from './runs.reader.js';
import { RunsService } from './runs.service.js';

const UNKNOWN = notFound('run');

const LINES_FILE = [
  'number,uid,username,bonus,type,source_uid,source_username,level,rank,percent,base,amount,takes_back_run_id,takes_back_period,takes_back_number,takes_back_bonus',
  '17,5,maria,levels,unilevel,7,jonas,1,,5,248,12.4,,,,',
  '',
].join('\n');

const MEMBERS_FILE = [
  'uid,username,name,kind,status,active,sponsor_uid,own_volume,personal_volume,group_volume,commissionable_volume,rank,title_before,title_rank,earned,previous_earned,bonuses.levels,bonuses.cap,bonuses.clawback',
  '5,maria,Maria Schmidt,distributor,active,true,3,100,160,4300.5,95,silver,member,silver,212.4,200,212.4,0,0',
  '',
].join('\n');

/** Runs of commissions in the admin module. See docs/spec/commissions.md#4. */
@AdminController(
  'commission-runs',
  {
    name: 'Admin: commission runs',
    order: 187,
    description: 'A run calculates a period by a plan. A final one is approved and posted: then its period is closed.',
  },
  { read: 'runs.read', write: 'runs.write' },
)
export class AdminRunsController {
  constructor(
    private readonly reader: RunsReader,
    private readonly runs: RunsService,
    private readonly approval: RunApproval,
    private readonly posting: Posting,
    private readonly replays: Replays,
    private readonly results: RunResults,
    private readonly bridges: Bridges,
  ) {}

  @Endpoint('GET', {
    id: 'adminListCommissionRuns',
    summary: 'List commission runs',
    description:
      'Newest first, without their summaries; `search` is part of the period or of the name of the plan, or the number of a run. The run with exactly this number, and those of exactly this period, come first.',
    answer: ListedRunView,
    paged: true,
    csv: true,
  })
  list(@Query() query: RunsQuery, @FileFor() reader?: Caller): Promise<ListAnswer<ListedRunView>> {
    return this.reader.list(query, reader);
  }

  @Endpoint('GET periods', {
    id: 'adminListPeriodsToRun',
    summary: 'List periods that can be calculated',
    description:
      'Those after the last posted period, the oldest first, up to the open one: at most 60. Previews can be made of all of them, and of posted ones.',
    answer: PeriodsToRunView,
  })
  periods(): Promise<PeriodsToRunView> {
    return this.reader.toRun();
  }

  @Endpoint('POST', {
    id: 'adminStartCommissionRun',
    summary: 'Start a commission run',
    description:
      'It goes on in the background: read it until it is `calculated`. A preview can be made of any period, also with a draft. A final run is for a period that has ended, by the plan that is published for it, and follows the last posted period; a period has only one that is not failed, cancelled or discarded.',
    answer: RunView,
    failures: [
      failure(COMMISSIONS.no_plan, { field: 'plan_id' }),
      NO_PLAN,
      OTHER_PLAN,
      NOT_ENDED,
      HAS_FINAL,
      NOT_NEXT,
      FIRST_OPEN,
      TOO_MANY_PREVIEWS,
    ],
  })
  start(@CallerParam() caller: Caller, @Body() dto: StartRunDto): Promise<RunView> {
    return this.runs.start(caller, dto);
  }

  @Endpoint('GET :id', {
    id: 'adminGetCommissionRun',
    summary: 'Read a commission run',
    description: 'Its status and progress, and its summary once it is calculated.',
    answer: RunView,
    failures: [UNKNOWN],
  })
  read(@RunIdParam() id: number): Promise<RunView> {
    return this.reader.read(id);
  }

  @Endpoint('POST :id/approve', {
    id: 'adminApproveCommissionRun',
    permission: 'runs.approve',
    confirmed: true,
    summary: 'Approve a commission run',
    description:
      'A final run that is `calculated` becomes `approved`. If it needs a second person, the user who started it only proposes it, and another user approves it, here or at `approvals/`. It always does if its plan had `four_eyes` when it was started.',
    answer: RunWithApprovalView,
    failures: [UNKNOWN, NO_FINAL, OF_CORRECTION, WRONG_STATUS, ...CANNOT_APPROVE, BUSY],
  })
  approve(@CallerParam() caller: Caller, @RunIdParam() id: number): Promise<RunWithApprovalView> {
    return this.approval.approve(caller, id);
  }

  @Endpoint('POST :id/post', {
    id: 'adminPostCommissionRun',
    summary: 'Post a commission run',
    description:
      'A final run that is `approved` becomes `posted`: members get their earnings and title ranks, and the period is closed. All or nothing, and it cannot be undone. 409 if anything that the run has read has changed since.',
    answer: RunView,
    failures: [
      UNKNOWN,
      NO_FINAL,
      OF_CORRECTION,
      WRONG_STATUS,
      CHANGED_SINCE,
      LINES_CHANGED,
      OTHER_PLAN_NOW,
      OUT_OF_ORDER,
      LEDGER_BUSY,
      BUSY,
    ],
  })
  post(@CallerParam() caller: Caller, @RunIdParam() id: number): Promise<RunView> {
    return this.posting.post(caller, id);
  }

  @Endpoint('POST :id/discard', {
    id: 'adminDiscardCommissionRun',
    summary: 'Discard a commission run',
    description: 'A run that is `calculated` or `approved` becomes `discarded`; its lines and measures are deleted.',
    answer: RunView,
    failures: [UNKNOWN, OF_CORRECTION, WRONG_STATUS, BUSY],
  })
  discard(@CallerParam() caller: Caller, @RunIdParam() id: number): Promise<RunView> {
    return this.runs.discard(caller, id);
  }

  @Endpoint('POST :id/cancel', {
    id: 'adminCancelCommissionRun',
    summary: 'Cancel a commission run',
    description: 'A run that is `queued` or `running` becomes `cancelled`; no results are kept.',
    answer: RunView,
    failures: [UNKNOWN, OF_CORRECTION, WRONG_STATUS, BUSY],
  })
  cancel(@CallerParam() caller: Caller, @RunIdParam() id: number): Promise<RunView> {
    return this.runs.cancel(caller, id);
  }

  @Endpoint('POST :id/replay', {
    id: 'adminReplayCommissionRun',
    summary: 'Calculate a commission run again',
    description:
      'From what is in the database now, with the title ranks of that time. The response waits for it up to 25 seconds; the run does not change.',
    answer: ReplayView,
    failures: [UNKNOWN, WRONG_STATUS],
  })
  replay(@CallerParam() caller: Caller, @RunIdParam() id: number): Promise<ReplayView> {
    return this.replays.replay(caller, id);
  }

  @Endpoint('GET :id/lines', {
    id: 'adminListCommissionLines',
    summary: 'List lines of a run',
    description:
      'In the order in which they were calculated. `search` is the uid or part of the username, name or e-mail address of the payee or the source; of those who are not meant exactly it finds the newest 1,000, also for `sums`. `count` is at most 50,000; a CSV file has all lines that match, in the same order, and is cut off if the run is discarded meanwhile.',
    answer: CommissionLineView,
    paged: true,
    sums: CommissionLineSumsView,
    csv: LINES_FILE,
    failures: [UNKNOWN, NO_RESULTS],
  })
  lines(
    @RunIdParam() id: number,
    @Query() query: CommissionLinesQuery,
    @FileFor() reader?: Caller,
  ): Promise<ListAnswer<CommissionLineView>> {
    return this.results.lines(id, query, reader);
  }

  @Endpoint('GET :id/members', {
    id: 'adminListCommissionMembers',
    summary: 'List members of a run',
    description:
      'As they stood at the end of the period: measures, ranks, and what they earned by bonus. `count` is at most 50,000, or 10,000 if sorted by username; `next` ends there, and a CSV file has all members that match, by uid.',
    answer: CommissionMemberView,
    paged: true,
    sums: CommissionMemberSumsView,
    csv: MEMBERS_FILE,
    failures: [UNKNOWN, NO_RESULTS],
  })
  members(
    @RunIdParam() id: number,
    @Query() query: CommissionMembersQuery,
    @FileFor() reader?: Caller,
  ): Promise<ListAnswer<CommissionMemberView>> {
    return this.results.members(id, query, reader);
  }

  @Costly()
  @Endpoint('GET :id/bridge', {
    id: 'adminGetCommissionBridge',
    summary: 'Explain the difference to the run before',
    description:
      'Why the run pays another amount than the final run of the last posted period before, as it was posted: by cause, and for each bonus. The parts add up to the difference to the cent. A job adds this up once a run is calculated; a request before it is done takes some seconds for a million lines.',
    answer: BridgeView,
    failures: [UNKNOWN, NO_RESULTS],
  })
  bridge(@RunIdParam() id: number): Promise<BridgeView> {
    return this.bridges.read(id);
  }
}
