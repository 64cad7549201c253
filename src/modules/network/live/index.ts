export { NamesBelow } from './people.js';
export { LivePlans, type OpenPlan } from './open-plan.js';
export type { StandingColumns, Standings } from './tree/standings.js';
export { LiveThread } from './live-thread.js';
export { MemberStandings, type MemberStanding } from './live.service.js';
export type { LiveHeads } from './requests.js';
