export { waitingForMeQuery } from './approvals.queries';
export { useWaiting, WaitingApproval } from './waiting-approval';
export { WaitingCount } from './waiting-count';
