export { MemberPosition } from './member/member-position';
export { Team } from './team/team';
export { TeamFigures } from './team/team-figures';
export { KINDS as MEMBER_KINDS, settingsInWords, STATUSES as MEMBER_STATUSES } from './labels';
export { networkSettingsQuery } from './network.queries';
