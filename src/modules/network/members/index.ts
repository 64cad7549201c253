export { WaitingMembers, type WaitingAsked, type WaitingFound } from './holding-tank/waiting-members.js';
export { NetworkMember } from './member.entity.js';
export type { MemberEnrolledData, MemberMovedData, MemberStatusChangedData } from './members.events.js';
export { MembersModule } from './members.module.js';
export type { MoveMemberDto } from './moves/moves.dto.js';
export { MovesService } from './moves/moves.service.js';
export { OpenVolumes, type MovedVolumes, type ProposedMove } from './moves/open-volumes.js';
export { NetworkSettingsService } from './settings/network-settings.service.js';
export { StandingService } from './standing/standing.service.js';
