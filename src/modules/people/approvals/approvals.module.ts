import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Events } from '#common/events/index.js';
import { AccountGrant } from './account-grant.entity.js';
import { AccountGrants } from './account-grants.js';
import { AdminApprovalsController } from './admin-approvals.controller.js';
import { Approval } from './approval.entity.js';
import { ApprovalsReader, ApprovalViews } from './approvals.reader.js';
import { APPROVAL_EVENTS } from './approvals.events.js';
import { Approvals } from './approvals.service.js';
import { Approvers } from './approvers.js';
import { Deciding } from './deciding.service.js';
import { ApprovableActions } from './action.js';
import { SessionsModule } from '../sessions/index.js';
import { Proposals } from './proposals.js';
import { AdminApprovalSettingsController } from './settings/admin-approval-settings.controller.js';
import { ApprovalSettingsAction } from './settings/approval-settings.action.js';
import { ApprovalSettingsService } from './settings/approval-settings.service.js';
import { ApprovalSettings } from './settings/approval-settings.entity.js';
import { ApprovalSettingsStore } from './settings/approval-settings.store.js';

/** What needs a second person. */
@Events(APPROVAL_EVENTS)
@Module({
  imports: [DiscoveryModule, SessionsModule, TypeOrmModule.forFeature([AccountGrant, Approval, ApprovalSettings])],
  controllers: [AdminApprovalSettingsController, AdminApprovalsController],
  providers: [
    AccountGrants,
    Approvals,
    ApprovalsReader,
    ApprovalViews,
    Approvers,
    Deciding,
    ApprovableActions,
    Proposals,
    ApprovalSettingsAction,
    ApprovalSettingsService,
    ApprovalSettingsStore,
  ],
  exports: [AccountGrants, Approvals, ApprovalsReader, ApprovalSettingsStore, ApprovableActions, Proposals],
})
export class ApprovalsModule {}
