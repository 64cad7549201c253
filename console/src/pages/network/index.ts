export { MemberPosition } from './member/member-position';
export { settingsInWords } from './labels';
export { networkSettingsQuery } from './network.queries';
