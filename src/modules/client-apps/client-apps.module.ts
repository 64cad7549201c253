import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SessionsModule } from '../sessions/index.js';
import { SigningKeysModule } from '../signing-keys/index.js';
import { UsersModule } from '../users/index.js';
import { ApiAdmins } from './api-admins.js';
import { ApplicationDirectory } from './application-directory.js';
import { ApplicationJournal } from './application-journal.js';
import { ApplicationKey } from './application-key.entity.js';
import { ApplicationKeys } from './application-keys.service.js';
import { ApplicationRateLimit } from './application-rate-limit.js';
import { Application } from './application.entity.js';
import { ApplicationsService } from './applications.service.js';
import { Explainer } from './explain.service.js';
import { KeyAdministration } from './key-administration.service.js';
import { KeyUsage } from './key-usage.js';

const SHARED = [
  ApplicationDirectory,
  ApplicationJournal,
  ApplicationKeys,
  ApplicationRateLimit,
  ApplicationsService,
  Explainer,
  KeyAdministration,
  KeyUsage,
];

/** Client applications: registration, keys and access rules. */
@Module({
  imports: [TypeOrmModule.forFeature([Application, ApplicationKey]), SessionsModule, SigningKeysModule, UsersModule],
  providers: [...SHARED, ApiAdmins],
  exports: SHARED,
})
export class ClientAppsModule {}
