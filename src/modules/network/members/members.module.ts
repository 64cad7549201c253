import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Events } from '#common/events/index.js';
import { ApprovalsModule } from '#people/approvals/index.js';
import { Enrolment, UsersModule } from '#people/users/index.js';
import { ImportsModule } from '../imports/index.js';
import { AdminMembersController } from './admin/admin-members.controller.js';
import { MemberReader } from './admin/member.service.js';
import { NetworkEdge } from './edge.entity.js';
import { NetworkEnrolment } from './enrolment.service.js';
import { AdminHoldingTankController } from './holding-tank/admin-holding-tank.controller.js';
import { AdminHoldingTank } from './holding-tank/admin-holding-tank.service.js';
import { HoldingTankController } from './holding-tank/holding-tank.controller.js';
import { HoldingTankJob } from './holding-tank/holding-tank.job.js';
import { HoldingTank } from './holding-tank/holding-tank.service.js';
import { AdminMemberImportController } from './import/admin-member-import.controller.js';
import { MemberImport } from './import/member-import.js';
import { MemberTrees } from './import/member-trees.js';
import { NetworkMember } from './member.entity.js';
import { MEMBER_EVENTS } from './members.events.js';
import { Members } from './members.service.js';
import { AdminMovesController } from './moves/admin-moves.controller.js';
import { BackdatedMoves } from './moves/backdated-moves.service.js';
import { MovesService } from './moves/moves.service.js';
import { PastMoves } from './moves/past-moves.service.js';
import { UndatedMoves } from './moves/undated-moves.service.js';
import { Arrival } from './placement/arrival.js';
import { Placement } from './placement/placement.service.js';
import { AdminNetworkSettingsController } from './settings/admin-network-settings.controller.js';
import { NetworkSettingsAction } from './settings/network-settings.action.js';
import { NetworkSettings } from './settings/network-settings.entity.js';
import { NetworkSettingsService } from './settings/network-settings.service.js';
import { AdminStandingController } from './standing/admin-standing.controller.js';
import { StandingService } from './standing/standing.service.js';
import { NetworkState } from './state.entity.js';
import { AdminSuccessionsController } from './successions/admin-successions.controller.js';
import { NetworkSuccession } from './successions/succession.entity.js';
import { SuccessionWrites } from './successions/succession-writes.js';
import { Successions } from './successions/successions.service.js';
import { TitleRanks } from './title-ranks.js';

/** The members of the network, and where they stand. Global, because the users below ask for {@link Enrolment}. */
@Events(MEMBER_EVENTS)
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([NetworkEdge, NetworkMember, NetworkSettings, NetworkState, NetworkSuccession]),
    ApprovalsModule,
    UsersModule,
    ImportsModule,
  ],
  controllers: [
    AdminNetworkSettingsController,
    AdminHoldingTankController,
    AdminMemberImportController,
    AdminMembersController,
    AdminMovesController,
    AdminStandingController,
    AdminSuccessionsController,
    HoldingTankController,
  ],
  providers: [
    AdminHoldingTank,
    Arrival,
    BackdatedMoves,
    HoldingTank,
    HoldingTankJob,
    MemberImport,
    MemberReader,
    MemberTrees,
    Members,
    MovesService,
    NetworkSettingsAction,
    NetworkSettingsService,
    PastMoves,
    Placement,
    StandingService,
    SuccessionWrites,
    Successions,
    TitleRanks,
    UndatedMoves,
    { provide: Enrolment, useClass: NetworkEnrolment },
  ],
  exports: [Enrolment, MovesService, NetworkSettingsService, StandingService, TitleRanks, UndatedMoves],
})
export class MembersModule {}
