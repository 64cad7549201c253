export { Calculation, RUNS_QUEUE } from './calculation/calculation.service.js';
export { Calculator } from './calculation/calculator.js';
export { RunFiguresView } from './calculation/summary.dto.js';
export { summaryOf } from './calculation/summary.rules.js';
export { ExplainedView, ExplanationQuery } from './explain/explain.dto.js';
export { ExplainModule } from './explain/explain.module.js';
export { Explaining } from './explain/explain.service.js';
export { defineExplanations, explainedIn } from './explain/german/sentences.rules.js';
export { OpenWork } from './open-work.js';
export type { RunEnd } from './runs.rules.js';
export { PostedPeriodsModule, PostedRuns } from './posting/posted-periods.js';
export { PostingAtOnce } from './posting/posting.service.js';
export { BrokenInput, Snapshot } from './reading/snapshot.js';
export {
  PostedStatements,
  type EstimateRow,
  type StatementLineRow,
  type StatementRow,
} from './results/posted-statements.js';
export type { CommissionLineView } from './results/results.dto.js';
export { RunResults } from './results/results.service.js';
export { CommissionRun } from './run.entity.js';
export type { CommissionCalculatedData, CommissionPostedData, MemberRankChangedData } from './runs.events.js';
export { RunsReader } from './runs.reader.js';
export { RunsModule } from './runs.module.js';
export { ResultsDropping } from './writing/result-partitions.js';
