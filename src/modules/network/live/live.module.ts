import { Global, Module } from '@nestjs/common';
import { UsersModule } from '#people/users/index.js';
import { MetricsModule } from '#platform/metrics/index.js';
import { LiveTrees, OpenVolumes, WaitingMembers } from '../members/index.js';
import { AdminLiveController } from './admin/admin-live.controller.js';
import { AdminLiveService } from './admin/admin-live.service.js';
import { LiveAnswers } from './live-answers.js';
import { LiveController } from './live.controller.js';
import { LiveOpenVolumes } from './live-open-volumes.js';
import { LiveService } from './live.service.js';
import { LiveThread } from './live-thread.js';
import { LiveWaitingMembers } from './live-waiting-members.js';
import { MemberStandings } from './member-standings.js';
import { NamesBelow } from './names-below.js';
import { OpenPlans } from './open-plans.js';
import { OwnVolumes } from './own-volumes.js';
import { People } from './people.js';

/**
 * The network as it is now, with the volumes of the open period, in memory. Global, because members ask for
 * {@link LiveTrees}, {@link OpenVolumes} and {@link WaitingMembers}.
 */
@Global()
@Module({
  imports: [MetricsModule, UsersModule],
  controllers: [AdminLiveController, LiveController],
  providers: [
    AdminLiveService,
    LiveService,
    LiveThread,
    MemberStandings,
    NamesBelow,
    OpenPlans,
    OwnVolumes,
    People,
    { provide: LiveTrees, useClass: LiveAnswers },
    { provide: OpenVolumes, useClass: LiveOpenVolumes },
    { provide: WaitingMembers, useClass: LiveWaitingMembers },
  ],
  exports: [LiveThread, LiveTrees, MemberStandings, NamesBelow, OpenVolumes, WaitingMembers],
})
export class LiveModule {}
