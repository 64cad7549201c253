import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PlansModule } from '../plans/index.js';
import { AdminInputsController } from './admin-inputs.controller.js';
import { AdminInputs } from './admin-inputs.service.js';
import { CommissionInput } from './input.entity.js';
import { InputsPersonalData } from './inputs-personal-data.js';
import { CommissionInputs } from './inputs.service.js';

/** Inputs of bonuses. Global, because extensions put them in. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([CommissionInput]), PlansModule],
  providers: [CommissionInputs, InputsPersonalData],
  exports: [CommissionInputs],
})
export class InputsModule {}

/**
 * The endpoints of the admin module by which people read inputs and put them in. An extension that declares inputs imports it:
 * without one there is nothing to put in.
 */
@Module({ imports: [PlansModule], controllers: [AdminInputsController], providers: [AdminInputs] })
export class AdminInputsModule {}
