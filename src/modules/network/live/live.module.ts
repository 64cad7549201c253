import { Global, Module } from '@nestjs/common';
import { OpenVolumes, WaitingMembers } from '../members/index.js';
import { LiveController } from './live.controller.js';
import { LiveOpenVolumes } from './live-open-volumes.js';
import { LiveService } from './live.service.js';
import { LiveThread } from './live-thread.js';
import { LiveWaitingMembers } from './live-waiting-members.js';

/** The network as it is now, with the volumes of the open period, in memory. Global, because members ask for {@link OpenVolumes} and {@link WaitingMembers}. */
@Global()
@Module({
  controllers: [LiveController],
  providers: [
    LiveService,
    LiveThread,
    { provide: OpenVolumes, useClass: LiveOpenVolumes },
    { provide: WaitingMembers, useClass: LiveWaitingMembers },
  ],
  exports: [OpenVolumes, WaitingMembers],
})
export class LiveModule {}
