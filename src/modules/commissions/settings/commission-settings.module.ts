import { Body, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CallerParam, type Caller } from '#common/access/index.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { IfMatchParam, STALE_VERSION, type IfMatch } from '#common/http/if-match.js';
import { CANNOT_APPROVE, ApprovalsModule } from '#people/approvals/index.js';
import {
  ChangeCommissionSettingsDto,
  ChangedCommissionSettingsView,
  CommissionSettingsView,
} from './commission-settings.dto.js';
import { CommissionSettingsAction } from './commission-settings.action.js';
import { CommissionSettingsService } from './commission-settings.service.js';
import { CommissionSettings } from './commission-settings.entity.js';

/** The settings of commissions. See docs/spec/commissions.md#5. */
@AdminController(
  'commission-settings',
  {
    name: 'Admin: commission settings',
    order: 195,
    description: 'When earnings are payable, and how often the service previews the open period.',
  },
  { read: 'settings.read', write: 'settings.write' },
)
class AdminCommissionSettingsController {
  constructor(private readonly settings: CommissionSettingsService) {}

  @Endpoint('GET', {
    id: 'adminGetCommissionSettings',
    summary: 'Read the settings of commissions',
    description: 'When earnings are payable, and how often the service previews the open period.',
    answer: CommissionSettingsView,
  })
  read(): Promise<CommissionSettingsView> {
    return this.settings.read();
  }

  @Endpoint('PATCH', {
    id: 'adminChangeCommissionSettings',
    summary: 'Change the settings of commissions',
    description:
      'Omitted fields do not change. Earnings that are already posted keep the day from which they are payable. It may need a second person: then nothing is changed yet.',
    answer: ChangedCommissionSettingsView,
    ifMatch: true,
    failures: [
      { code: 'VALIDATION', field: 'hold_days', message: 'must be between 0 and 365' },
      STALE_VERSION,
      ...CANNOT_APPROVE,
    ],
  })
  change(
    @CallerParam() caller: Caller,
    @Body() dto: ChangeCommissionSettingsDto,
    @IfMatchParam() expected: IfMatch,
  ): Promise<ChangedCommissionSettingsView> {
    return this.settings.change(caller, dto, expected);
  }
}

/** Settings of commissions. */
@Module({
  imports: [TypeOrmModule.forFeature([CommissionSettings]), ApprovalsModule],
  controllers: [AdminCommissionSettingsController],
  providers: [CommissionSettingsAction, CommissionSettingsService],
  exports: [CommissionSettingsService],
})
export class CommissionSettingsModule {}
