import { Body, Query, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { type Caller, CallerParam } from '#common/access/index.js';
import type { ListAnswer } from '#common/audit/admin-lists.js';
import { FileFor } from '#common/http/downloads.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { failure } from '#common/errors/failures.js';
import { COMMISSIONS } from '#commissions/commissions.messages.js';
import { PlansModule } from '../plans/index.js';
import { AdminInputs } from './admin-inputs.service.js';
import { CommissionInputsQuery, CommissionInputView, DeclaredInputView, PutCommissionInputsDto } from './inputs.dto.js';
import { IS_POSTED, CommissionInputs } from './inputs.service.js';
import { CommissionInput } from './input.entity.js';
import { InputsPersonalData } from './inputs-personal-data.js';

/** Inputs of bonuses in the admin module. Decision 104. */
@AdminController(
  'commission-inputs',
  {
    name: 'Admin: inputs of bonuses',
    order: 178,
    description:
      'Values of members that an extension’s types of bonuses read, such as a loyalty tier. They are never changed.',
  },
  { read: 'inputs.read', write: 'inputs.write' },
)
class AdminInputsController {
  constructor(private readonly inputs: AdminInputs) {}

  @Endpoint('GET', {
    id: 'adminListCommissionInputs',
    summary: 'List the values of inputs',
    description: 'Newest first. `count` is at most 50,000; go further back by `to`.',
    answer: CommissionInputView,
    paged: true,
    csv: true,
  })
  list(@Query() query: CommissionInputsQuery, @FileFor() reader?: Caller): Promise<ListAnswer<CommissionInputView>> {
    return this.inputs.list(query, reader);
  }

  @Endpoint('GET declared', {
    id: 'adminListDeclaredInputs',
    summary: 'List the inputs',
    description: 'Those that the installed types of bonuses read; empty without extensions.',
    answer: DeclaredInputView,
    isArray: true,
  })
  declared(): DeclaredInputView[] {
    return this.inputs.declared();
  }

  @Endpoint('POST', {
    id: 'adminPutCommissionInputs',
    summary: 'Put in values of an input',
    description:
      'All are written, or none. A value holds from `at` on, until another is put in. Runs that were calculated before can no longer be posted. People who put values in cannot approve the runs that read them. If you put in the same value as a colleague, you take it over: the colleague can approve again, and you cannot.',
    answer: CommissionInputView,
    isArray: true,
    failures: [failure(COMMISSIONS.no_input, { field: 'name' }), IS_POSTED],
  })
  put(@CallerParam() caller: Caller, @Body() dto: PutCommissionInputsDto): Promise<CommissionInputView[]> {
    return this.inputs.put(caller, dto);
  }
}

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
