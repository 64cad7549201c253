export { Calculation, RUNS_QUEUE, Calculator } from './calculation/calculation.service.js';
export { RunFiguresView } from './runs.dto.js';
export { summaryOf } from './calculation/summary.rules.js';
export { ExplainedView, ExplanationQuery } from './explain/explain.dto.js';
export { Explaining } from './explain/explain.service.js';
export { defineExplanations, explainedIn } from './explain/german/sentences.rules.js';
export type { RunEnd } from './runs.rules.js';
export { PostedRuns } from './posting/posted-periods.js';
export { PostingAtOnce } from './posting/posting.service.js';
export { BrokenInput, Snapshot } from './reading/snapshot.js';
export {
  type Bounds,
  PostedStatements,
  type EstimateRow,
  type StatementLineRow,
  type StatementRow,
} from './results/posted-statements.js';
export type { CommissionLineView } from './results/results.dto.js';
export { RunResults } from './results/results.service.js';
export { CommissionRun } from './run.entity.js';
export { type RankChange, RunEvents } from './runs.events.js';
export type { CommissionCalculatedData, CommissionPostedData, MemberRankChangedData } from './runs.events.js';
export { OpenWork } from './open-work.js';
export { RunsReader } from './runs.reader.js';
export { RunsModule } from './runs.module.js';
export { ResultsDropping } from './writing/result-partitions.js';
