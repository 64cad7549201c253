export {
  WaitingMembers,
  type WaitingAsked,
  type WaitingFound,
  PastCorrections,
  type PastMove,
  type SupersededEdge,
  type TouchedPeriod,
  OpenVolumes,
  type MovedVolumes,
  type ProposedMove,
  type RankChanges,
  SuccessionEffects,
  type Succeeded,
  LiveTrees,
  type PlaceAsked,
} from './provided-from-above.js';
export { MemberReader } from './admin-members.service.js';
export { MemberUidParam } from './admin-members.dto.js';
export { NetworkMember, NetworkState, MEMBER_STATUSES, type MemberStatus, type Tree, TREES } from './member.entity.js';
export type { MemberEnrolledData, MemberMovedData, MemberStatusChangedData } from './members.events.js';
export { MembersModule } from './members.module.js';
export type { MoveMemberDto } from './moves/moves.dto.js';
export { MovesService } from './moves/moves.service.js';
export { PostponedMoves } from './moves/postponed-moves.service.js';
export { NetworkSettingsService } from './settings/network-settings.service.js';
export { TitleRanks } from './title-ranks.js';
export { StandingService } from './standing.service.js';
export { SUCCESSION_KINDS, type SuccessionKind } from './successions/succession.entity.js';
export type { Place } from './place-search.js';
