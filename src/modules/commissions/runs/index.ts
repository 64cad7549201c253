export { Reckoner, summaryOf, type Reckoned, type RunSummary } from './calculation/index.js';
export type { RunToRead } from './reading/run-reader.js';
export { PostingAtOnce } from './posting/posting-at-once.js';
export { RunsModule } from './runs.module.js';
export { PostedStatements } from './statements/posted-statements.js';
export type { EstimateRow, StatementLineRow, StatementRow } from './statements/posted-statements.queries.js';
export { PostedStatementsModule } from './statements/posted-statements.module.js';
