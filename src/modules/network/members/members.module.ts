import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Events } from '#common/events/index.js';
import { ApprovalsModule } from '#people/approvals/index.js';
import { Enrolment, UsersModule } from '#people/users/index.js';
import { ImportsModule } from '#platform/imports/index.js';
import { AdminMembersController } from './admin-members.controller.js';
import { MemberReader } from './admin-members.service.js';
import { NetworkEnrolment } from './enrolment.service.js';
import { AdminHoldingTankController, HoldingTankController } from './holding-tank/holding-tank.controller.js';
import { HoldingTankJob } from './holding-tank/holding-tank.job.js';
import { AdminHoldingTank, HoldingTank } from './holding-tank/holding-tank.service.js';
import { MemberImport } from './import/member-import.js';
import { MemberTrees } from './import/member-trees.js';
import { MemberPersonalData } from './member-personal-data.js';
import { NetworkEdge, NetworkMember, NetworkState } from './member.entity.js';
import { MEMBER_EVENTS } from './members.events.js';
import { Members } from './members.service.js';
import { BackdatedMoves } from './moves/backdated-moves.service.js';
import { PastMoves } from './moves/past-moves.service.js';
import { PostponedMoves } from './moves/postponed-moves.service.js';
import { MovesService } from './moves/moves.service.js';
import { Placement } from './placement.service.js';
import { AdminNetworkSettingsController } from './settings/admin-network-settings.controller.js';
import { NetworkSettings } from './settings/network-settings.entity.js';
import { NetworkSettingsAction } from './settings/network-settings.action.js';
import { NetworkSettingsService } from './settings/network-settings.service.js';
import { StandingService } from './standing.service.js';
import { TitleRanks } from './title-ranks.js';
import { NetworkSuccession } from './successions/succession.entity.js';
import { Successions, SuccessionWrites } from './successions/successions.service.js';

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
    AdminMembersController,
    HoldingTankController,
  ],
  providers: [
    AdminHoldingTank,
    BackdatedMoves,
    HoldingTank,
    HoldingTankJob,
    MemberImport,
    MemberPersonalData,
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
    PostponedMoves,
    { provide: Enrolment, useClass: NetworkEnrolment },
  ],
  exports: [Enrolment, MemberReader, MovesService, NetworkSettingsService, StandingService, TitleRanks, PostponedMoves],
})
export class MembersModule {}
