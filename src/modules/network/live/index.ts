export { LiveModule } from './live.module.js';
export { NamesBelow } from './names-below.js';
export { LivePlans, type OpenPlan } from './open-plan.js';
export type { StandingColumns, Standings } from './tree/standings.js';
export { LiveThread } from './live-thread.js';
export { MemberStandings, type MemberStanding } from './member-standings.js';
export type { LiveHeads } from './tree/standing.js';
