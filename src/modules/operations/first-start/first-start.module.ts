import { Module } from '@nestjs/common';
import { BundlesModule } from '../../sales/bundles/index.js';
import { ClientAppsModule } from '../../platform/client-apps/index.js';
import { DocsModule } from '../docs/index.js';
import { UsersModule } from '../../people/users/index.js';
import { DemoCommands } from './demo-commands.js';
import { DemoOffer } from './demo-offer.js';
import { DemoData } from './demo-data.js';
import { FirstStart } from './first-start.service.js';
import { SuperAdmin } from './super-admin.js';
import { Welcome } from './welcome.js';

/** The first super admin and the demo data. */
@Module({
  imports: [BundlesModule, ClientAppsModule, DocsModule, UsersModule],
  providers: [DemoCommands, DemoData, DemoOffer, FirstStart, SuperAdmin, Welcome],
})
export class FirstStartModule {}
