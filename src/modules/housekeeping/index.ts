import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/index.js';
import { SsoModule } from '../sso/index.js';
import { TrafficModule } from '../traffic/index.js';
import { WebhooksModule } from '../webhooks/index.js';
import { Housekeeping } from './housekeeping.js';

@Module({ imports: [SessionsModule, SsoModule, TrafficModule, WebhooksModule], providers: [Housekeeping] })
export class HousekeepingModule {}
