export { ApprovalForecast } from './approval-forecast';
export { changedOf, SettingsPage, WHOLE_NUMBER, wholeNumberProblem } from './settings-page';
export { useWaiting, Waiting, WaitingApproval } from './waiting-approval';
