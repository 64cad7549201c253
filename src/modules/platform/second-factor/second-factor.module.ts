import { Module, Body } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OwnFactors, KNOWN_PASSKEY, LAST_FACTOR, NO_PASSKEYS, TOO_MANY_FACTORS } from './own-factors.service.js';
import { Passkeys } from './passkeys.js';
import { RecoveryCode, SecondFactor } from './second-factor.entity.js';
import { SecondFactors } from './second-factors.service.js';
import { CallerParam, type Caller } from '#common/access/index.js';
import { notFound } from '#common/errors/failures.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import {
  AddedFactorView,
  AddFactorDto,
  ConfirmFactorDto,
  FactorsView,
  RecoveryCodesView,
  FactorIdParam,
} from './factor.dto.js';

const CONFIRM_EXAMPLES = { code: { summary: 'an authenticator app', value: { code: '492039' } } };

/** One's own second factors. See docs/spec/service.md#11. */
@AdminController(
  'account/factors',
  { name: 'Admin: account', order: 115, description: 'Your password, second factors and sessions.' },
  { read: 'account.read', write: 'account.write' },
)
class AdminFactorsController {
  constructor(private readonly factors: OwnFactors) {}

  @Endpoint('GET', {
    id: 'adminListFactors',
    summary: 'List your second factors',
    description: 'The confirmed ones, and how many recovery codes are left.',
    answer: FactorsView,
  })
  list(@CallerParam() caller: Caller): Promise<FactorsView> {
    return this.factors.list(caller);
  }

  @Endpoint('POST', {
    id: 'adminAddFactor',
    confirmed: true,
    summary: 'Begin to set up a second factor',
    description: 'It counts once it is confirmed. Beginning again replaces one that was not confirmed.',
    answer: AddedFactorView,
    failures: [TOO_MANY_FACTORS, NO_PASSKEYS],
  })
  add(@CallerParam() caller: Caller, @Body() dto: AddFactorDto): Promise<AddedFactorView> {
    return this.factors.add(caller, dto);
  }

  @Endpoint('POST recovery-codes', {
    id: 'adminRenewRecoveryCodes',
    confirmed: true,
    summary: 'Replace the recovery codes',
    description: 'The earlier ones no longer work.',
    answer: RecoveryCodesView,
    failures: [notFound('factor')],
  })
  renewCodes(@CallerParam() caller: Caller): Promise<RecoveryCodesView> {
    return this.factors.renewCodes(caller);
  }

  @Endpoint('POST :id/confirm', {
    id: 'adminConfirmFactor',
    confirmed: true,
    summary: 'Confirm a second factor',
    description:
      'With a code of the app, or with the browser’s answer for the passkey. The first factor comes with ten recovery codes.',
    body: { type: ConfirmFactorDto, examples: CONFIRM_EXAMPLES },
    answer: RecoveryCodesView,
    failures: [notFound('factor'), 'AUTHENTICATION_FAILED', KNOWN_PASSKEY],
  })
  confirm(
    @CallerParam() caller: Caller,
    @FactorIdParam() id: string,
    @Body() dto: ConfirmFactorDto,
  ): Promise<RecoveryCodesView> {
    return this.factors.confirm(caller, id, dto);
  }

  @Endpoint('DELETE :id', {
    id: 'adminRemoveFactor',
    confirmed: true,
    summary: 'Remove a second factor',
    description: 'Without any, the password alone logs in, unless a role requires one.',
    answer: null,
    failures: [notFound('factor'), LAST_FACTOR],
  })
  remove(@CallerParam() caller: Caller, @FactorIdParam() id: string): Promise<void> {
    return this.factors.remove(caller, id);
  }
}

/** Second factors of users of the admin module. */
@Module({
  imports: [TypeOrmModule.forFeature([SecondFactor, RecoveryCode])],
  controllers: [AdminFactorsController],
  providers: [OwnFactors, Passkeys, SecondFactors],
  exports: [OwnFactors, SecondFactors],
})
export class SecondFactorModule {}
