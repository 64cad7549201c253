import { Global, Module } from '@nestjs/common';
import { UsersModule } from '#people/users/index.js';
import { MetricsModule } from '#platform/metrics/index.js';
import { LiveTrees, OpenVolumes, WaitingMembers } from '../members/index.js';
import { AdminLiveService } from './admin-live.service.js';
import { LiveAnswers, LiveOpenVolumes, LiveWaitingMembers } from './live-answers.js';
import { LiveThread } from './live-thread.js';
import { AdminLiveController, LiveController } from './live.controller.js';
import { LiveService, MemberStandings } from './live.service.js';
import { OpenPlans } from './open-plan.js';
import { OwnVolumes } from './own-volumes.js';
import { NamesBelow, People } from './people.js';

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
