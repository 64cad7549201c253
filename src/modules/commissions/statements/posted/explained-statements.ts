import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { AppError } from '#common/errors/app-error.js';
import { NamesBelow } from '#network/live/index.js';
import {
  PostedStatements,
  Explaining,
  RunResults,
  type ExplainedView,
  type ExplanationQuery,
} from '../../runs/index.js';
import { AUDITED_READ } from './statements.service.js';

/** Explains statements to the members whose they are. See docs/spec/commissions.md#4; decision 70. */
@Injectable()
export class ExplainedStatements {
  constructor(
    private readonly posted: PostedStatements,
    private readonly results: RunResults,
    private readonly explaining: Explaining,
    private readonly names: NamesBelow,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Why the member got what it got for a posted period.
   * @throws AppError NOT_FOUND for a period that is not posted or in which the user was no member, and for an order that does
   * not exist, or is of somebody who was not below the member then
   */
  async read(caller: Caller, period: string, query: ExplanationQuery): Promise<ExplainedView> {
    const uid = caller.actsFor;
    const statement = await this.posted.find(uid, period);
    if (statement === undefined) throw AppError.notFound('statement');
    const run = await this.results.run(statement.run_id);
    const view = await this.explaining.explain(run, uid, query);
    if (view.order?.reason === 'other_team') throw AppError.notFound('order');
    await this.audit.recordRead(caller, { ...AUDITED_READ, entityId: `${period} explained` });
    return concealed(view, await this.names.of(uid, namedIn(view)));
  }
}

/** Who is shown without a name: a member sees who stands below. */
const SOMEBODY = 'somebody';

/** All uids beside which a name stands. */
function namedIn(view: ExplainedView): number[] {
  const uids = new Set<number>();
  visit({ ...view, as_source: [] }, (uid) => {
    uids.add(uid);
    return '';
  });
  return [...uids].filter((uid) => uid !== view.uid);
}

/**
 * An explanation as the member sees it: of those above neither names nor figures, and of all others the names of who stands
 * below. See docs/spec/commissions.md#2.
 * @param usernames of those whom the member may see
 */
function concealed(view: ExplainedView, usernames: ReadonlyMap<number, string>): ExplainedView {
  const nameOf = (uid: number): string | undefined => (uid === view.uid ? view.username : usernames.get(uid));
  const named = visit({ ...view, as_source: [] }, nameOf) as ExplainedView;
  return {
    ...named,
    successions: named.successions.map((one) =>
      one.direction === 'given' ? { ...one, uid: null, username: null } : one,
    ),
    as_source: view.as_source.map((source) => ({
      ...source,
      sentence: 'Bonuses on this go to those above.',
      above: source.above.flatMap(({ level }) => (level === null ? [] : [hidden(level)])),
    })),
  };
}

function hidden(level: number): ExplainedView['as_source'][number]['above'][number] {
  return {
    uid: null,
    username: null,
    level,
    percent: null,
    amount: null,
    reason: null,
    sentence: `Somebody above takes level ${level}.`,
  };
}

/** A copy in which each name beside a uid is another; numbers that are written as they are stay so. */
function visit(value: unknown, nameOf: (uid: number) => string | undefined): unknown {
  if (Array.isArray(value)) return value.map((one) => visit(one, nameOf));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const given = value as Record<string, unknown>;
  const copy = Object.fromEntries(Object.entries(given).map(([key, one]) => [key, visit(one, nameOf)]));
  if (typeof given.uid === 'number' && 'username' in given) copy.username = nameOf(given.uid) ?? SOMEBODY;
  if (typeof given.source_uid === 'number') copy.source_username = nameOf(given.source_uid) ?? null;
  return copy;
}
