import { Module } from '@nestjs/common';
import { LiveController } from './live.controller.js';
import { LiveService } from './live.service.js';
import { LiveThread } from './live-thread.js';

/** The network as it is now, with the volumes of the open period, in memory. */
@Module({ controllers: [LiveController], providers: [LiveService, LiveThread] })
export class LiveModule {}
