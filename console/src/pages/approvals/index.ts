export { waitingForMeQuery } from './approvals.queries';
export { WaitingApproval } from './waiting-approval';
export { WaitingCount } from './waiting-count';
