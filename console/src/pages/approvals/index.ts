export { ApprovalForecast } from './approval-forecast';
export { useWaiting, WaitingApproval } from './waiting-approval';
