import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/index.js';
import { SsoModule } from '../sso/index.js';
import { WebhooksModule } from '../webhooks/index.js';
import { Housekeeping } from './housekeeping.js';

@Module({ imports: [SessionsModule, SsoModule, WebhooksModule], providers: [Housekeeping] })
export class HousekeepingModule {}
