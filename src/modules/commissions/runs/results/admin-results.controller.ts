import { Param, Query } from '@nestjs/common';
import { CallerParam, type Caller } from '#common/access/index.js';
import { notFound } from '#common/errors/failures.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import type { Page } from '#common/http/pagination.js';
import type { StreamedAnswer } from '#common/http/streamed-answer.js';
import { WantsCsv } from '#common/http/wants-csv.js';
import { CommissionLinesQuery, CommissionMembersQuery } from './results.dto.js';
import { NO_RESULTS } from './results.rules.js';
import { RunResults } from './results.service.js';
import { CommissionLineView, CommissionMemberView } from './results.view.js';

const FAILURES = [notFound('run'), NO_RESULTS];

const LINES_FILE = [
  'number,uid,username,bonus,type,source_uid,source_username,level,rank,percent,base,amount,takes_back_run_id,takes_back_period,takes_back_number,takes_back_bonus',
  '17,5,maria,levels,unilevel,7,jonas,1,,5,248,12.4,,,,',
  '',
].join('\n');

const MEMBERS_FILE = [
  'uid,username,name,kind,status,active,sponsor_uid,own_volume,personal_volume,group_volume,commissionable_volume,rank,title_before,title_rank,earned,bonuses.levels,bonuses.cap,bonuses.clawback',
  '5,maria,Maria Schmidt,distributor,active,true,3,100,160,4300.5,95,silver,member,silver,212.4,212.4,0,0',
  '',
].join('\n');

/** Lines and members of runs. See docs/spec/commissions.md#4. */
@AdminController(
  'commission-runs',
  {
    name: 'Admin: commission runs',
    order: 187,
    description: 'A run calculates a period by a plan. A final one is approved and posted: then its period is closed.',
  },
  'runs.read',
)
export class AdminResultsController {
  constructor(private readonly results: RunResults) {}

  @Endpoint('GET :id/lines', {
    id: 'adminListCommissionLines',
    summary: 'List lines of a run',
    description:
      'In the order in which they were calculated. `count` is at most 100,000; a CSV file has all lines that match, in the same order, and is cut off if the run is discarded meanwhile.',
    answer: CommissionLineView,
    paged: true,
    csv: LINES_FILE,
    failures: FAILURES,
  })
  lines(
    @CallerParam() caller: Caller,
    @Param('id') id: string,
    @Query() query: CommissionLinesQuery,
    @WantsCsv() isFile: boolean,
  ): Promise<Page<CommissionLineView> | StreamedAnswer> {
    return isFile ? this.results.linesFile(caller, id, query) : this.results.lines(id, query);
  }

  @Endpoint('GET :id/members', {
    id: 'adminListCommissionMembers',
    summary: 'List members of a run',
    description:
      'As they stood at the end of the period: measures, ranks, and what they earned by bonus. `count` is at most 100,000; a CSV file has all members that match, by uid.',
    answer: CommissionMemberView,
    paged: true,
    csv: MEMBERS_FILE,
    failures: FAILURES,
  })
  members(
    @CallerParam() caller: Caller,
    @Param('id') id: string,
    @Query() query: CommissionMembersQuery,
    @WantsCsv() isFile: boolean,
  ): Promise<Page<CommissionMemberView> | StreamedAnswer> {
    return isFile ? this.results.membersFile(caller, id, query) : this.results.members(id, query);
  }
}
