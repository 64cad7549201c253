import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiEvents } from '../../common/openapi/index.js';
import { SessionsModule } from '../sessions/index.js';
import { SigningKeysModule } from '../signing-keys/index.js';
import { UsersModule } from '../users/index.js';
import { ApiAdmins } from './api-admins.js';
import { APPLICATION_EVENTS } from './application.events.js';
import { ApplicationDirectory } from './application-directory.js';
import { ApplicationFollowers } from './application-followers.js';
import { ApplicationJournal } from './application-journal.js';
import { ApplicationKey } from './application-key.entity.js';
import { ApplicationKeys } from './application-keys.service.js';
import { ApplicationRateLimit } from './application-rate-limit.js';
import { Application } from './application.entity.js';
import { ApplicationsService } from './applications.service.js';
import { Explainer } from './explain.service.js';
import { KeyAdministration } from './key-administration.service.js';
import { KeyUsage } from './key-usage.js';
import { SignOnAddresses } from './sign-on-addresses.js';

const SHARED = [
  ApplicationDirectory,
  ApplicationFollowers,
  ApplicationJournal,
  ApplicationKeys,
  ApplicationRateLimit,
  ApplicationsService,
  Explainer,
  KeyAdministration,
  KeyUsage,
  SignOnAddresses,
];

/** Client applications: registration, keys and access rules. */
@ApiEvents(APPLICATION_EVENTS)
@Module({
  imports: [TypeOrmModule.forFeature([Application, ApplicationKey]), SessionsModule, SigningKeysModule, UsersModule],
  providers: [...SHARED, ApiAdmins],
  exports: SHARED,
})
export class ClientAppsModule {}
