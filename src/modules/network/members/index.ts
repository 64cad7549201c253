export { NetworkMember } from './member.entity.js';
export type { MemberEnrolledData, MemberMovedData, MemberStatusChangedData } from './members.events.js';
export { MembersModule } from './members.module.js';
export { OpenVolumes, type MovedVolumes, type ProposedMove } from './moves/open-volumes.js';
export { WaitingMembers, type WaitingAsked, type WaitingFound } from './holding-tank/waiting-members.js';
