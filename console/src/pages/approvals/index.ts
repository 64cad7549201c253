export { waitingForMeQuery } from './approvals.queries';
export { ApprovalForecast, useWaiting, WaitingApproval } from './waiting-approval';
export { WaitingCount } from './waiting-count';
