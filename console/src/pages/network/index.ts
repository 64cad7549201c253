export { MemberPosition } from './member/member-position';
