export { MemberPosition } from './member/member-position';
export { KINDS as MEMBER_KINDS, settingsInWords, STATUSES as MEMBER_STATUSES } from './labels';
export { figuresQuery, networkSettingsQuery } from './network.queries';
