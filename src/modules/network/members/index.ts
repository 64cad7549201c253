export { NetworkMember } from './member.entity.js';
export type { MemberEnrolledData, MemberMovedData, MemberStatusChangedData } from './members.events.js';
export { MembersModule } from './members.module.js';
