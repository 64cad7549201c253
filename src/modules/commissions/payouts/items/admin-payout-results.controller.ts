import { Query } from '@nestjs/common';
import { type Caller, CallerParam } from '#common/access/index.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { type Streamed, StreamedBody, StreamedParam } from '#common/http/streamed-body.js';
import { EMPTY, TOO_LARGE } from '#platform/imports/index.js';
import { PayoutIdParam } from '../payouts.dto.js';
import { UNKNOWN_PAYOUT, WRONG_STATUS } from '../payouts.failures.js';
import { PayoutResultsView, ResultsQuery } from './results.dto.js';
import { MISSING_COLUMNS } from './results.rules.js';
import { PayoutResults, TOO_MANY_RESULTS } from './results.service.js';

const EXAMPLES = {
  'text/csv': ['reference,result,amount,reason', 'P12-101,paid,125.5,', 'P12-102,failed,40,The account is closed'].join(
    '\n',
  ),
  'application/x-ndjson': '{"reference":"P12-101","result":"paid","amount":125.5,"transfer":"TR-2026-000417"}',
};

/** Files that banks send back. See docs/spec/commissions.md#5. */
@AdminController('payouts', 'Admin: payouts', { read: 'payouts.read', write: 'payouts.write' })
export class AdminPayoutResultsController {
  constructor(private readonly results: PayoutResults) {}

  @Endpoint('POST :id/results', {
    id: 'adminMarkPayoutByFile',
    summary: 'Mark items of a payout by a file of the bank',
    description:
      'Rows of CSV with a header, or of NDJSON: `reference` of the transfer, as files for banks have it (or the id of the item), `result` (`paid` or `failed`), `amount`, `reason` of a failed one, and optionally `transfer`, the bank’s number of a paid one; other columns are skipped. Names of columns of CSV may be in any case, and amounts may have a decimal comma (`1277,45`), but nothing between thousands (`1.277` is refused, unless the currency has three decimals). A file has at most 20,000 rows and 2 MiB. If a row does not match, nothing is marked, unless `matching_only`. Items that are already marked so do not change, so the same file may be sent again. The rules of marking by hand hold: only in a released payout.',
    answer: PayoutResultsView,
    body: { type: String, description: 'one transfer a row', files: EXAMPLES },
    consumes: ['text/csv', 'application/x-ndjson'],
    failures: [UNKNOWN_PAYOUT, WRONG_STATUS, EMPTY, TOO_LARGE, MISSING_COLUMNS, TOO_MANY_RESULTS],
  })
  @StreamedBody()
  mark(
    @CallerParam() caller: Caller,
    @PayoutIdParam() id: number,
    @Query() query: ResultsQuery,
    @StreamedParam() file: Streamed,
  ): Promise<PayoutResultsView> {
    return this.results.mark(caller, id, query, file);
  }
}
