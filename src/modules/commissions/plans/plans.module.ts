import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MembersModule } from '#network/members/index.js';
import { ApprovalsModule } from '#people/approvals/index.js';
import { AdminPlansController, AdminPlanTemplatesController } from './admin-plans.controller.js';
import { InstalledBonuses } from './bonus-types.js';
import { PlanSchemaController } from './document/plan-schema.controller.js';
import { CommissionPlan } from './plan.entity.js';
import { OpenPeriods, PublishedPlans } from './published-plans.js';
import { PlansService } from './plans.service.js';
import { Publication } from './publishing/publication.action.js';

/** Commission plans: drafts, versions and templates. */
@Module({
  imports: [DiscoveryModule, TypeOrmModule.forFeature([CommissionPlan]), ApprovalsModule, MembersModule],
  controllers: [AdminPlansController, AdminPlanTemplatesController, PlanSchemaController],
  providers: [InstalledBonuses, OpenPeriods, PlansService, Publication, PublishedPlans],
  exports: [InstalledBonuses, OpenPeriods, PublishedPlans, PlansService, Publication],
})
export class PlansModule {}
