import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Events } from '#common/events/index.js';
import { ApprovalsModule } from '#people/approvals/index.js';
import { SessionsModule } from '#people/sessions/index.js';
import { SigningKeysModule } from '../signing-keys/index.js';
import { UsersModule } from '#people/users/index.js';
import { ApiAdmins } from './api-admins.js';
import { APPLICATION_EVENTS } from './application.events.js';
import { ApplicationDirectory } from './application-directory.js';
import { ApplicationChangeHooks, ApplicationJournal } from './application-journal.js';
import { ApplicationKey } from './keys/application-key.entity.js';
import { ApplicationKeys } from './keys/application-keys.service.js';
import { KeyUsage } from './keys/key-usage.js';
import { ApplicationRateLimit } from './application-rate-limit.js';
import { Application } from './application.entity.js';
import { ApplicationsService } from './applications.service.js';
import { AdminInvitationsController } from './invitations/admin-invitations.controller.js';
import { Invitations } from './invitations/invitations.service.js';
import { Explainer } from './access/explain.service.js';
import { KeyAdministration } from './keys/key-administration.service.js';
import { PublicAddresses, SsoUrls } from './public-addresses.js';
import { SelfServiceAction } from './self-service.action.js';
import { AdminApplicationsController } from './admin-applications.controller.js';
import { AdminApplicationKeysController } from './keys/admin-application-keys.controller.js';

const SHARED = [
  ApplicationDirectory,
  ApplicationChangeHooks,
  ApplicationJournal,
  ApplicationKeys,
  ApplicationRateLimit,
  ApplicationsService,
  Explainer,
  KeyAdministration,
  KeyUsage,
  SsoUrls,
];

/** Client applications: registration, keys and access rules. */
@Events(APPLICATION_EVENTS)
@Module({
  imports: [
    TypeOrmModule.forFeature([Application, ApplicationKey]),
    ApprovalsModule,
    SessionsModule,
    SigningKeysModule,
    UsersModule,
  ],
  controllers: [AdminApplicationsController, AdminApplicationKeysController, AdminInvitationsController],
  providers: [...SHARED, ApiAdmins, Invitations, PublicAddresses, SelfServiceAction],
  exports: SHARED,
})
export class ClientAppsModule {}
