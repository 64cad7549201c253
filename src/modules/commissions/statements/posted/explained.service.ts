import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { AppError } from '#common/errors/app-error.js';
import { NamesBelow } from '#network/live/index.js';
import {
  Explaining,
  PostedStatements,
  RunResults,
  type ExplainedView,
  type ExplanationQuery,
} from '../../runs/index.js';
import { ReadAudit } from '../read-audit.js';
import { concealed, namedIn, withoutOtherTeams } from './explained.rules.js';

/** Explains statements to the members whose they are. See docs/spec/commissions.md#4; decision 70. */
@Injectable()
export class ExplainedStatements {
  constructor(
    private readonly posted: PostedStatements,
    private readonly results: RunResults,
    private readonly explaining: Explaining,
    private readonly names: NamesBelow,
    private readonly audit: ReadAudit,
  ) {}

  /**
   * Why the member got what it got for a posted period.
   * @throws AppError NOT_FOUND for a period that is not posted or in which the user was no member, or an unknown order
   */
  async read(caller: Caller, period: string, query: ExplanationQuery): Promise<ExplainedView> {
    const uid = caller.actsFor;
    const statement = await this.posted.find(uid, period);
    if (statement === undefined) throw AppError.notFound('statement');
    const run = await this.results.run(statement.run_id);
    const view = withoutOtherTeams(await this.explaining.explain(run, uid, query));
    await this.audit.record(caller, `${period} explained`);
    return concealed(view, await this.names.of(uid, namedIn(view)));
  }
}
