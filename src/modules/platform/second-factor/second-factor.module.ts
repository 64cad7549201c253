import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AdminFactorsController } from './admin-factors.controller.js';
import { OwnFactors } from './own-factors.service.js';
import { Passkeys } from './passkeys.js';
import { RecoveryCode, SecondFactor } from './second-factor.entity.js';
import { SecondFactors } from './second-factors.service.js';

/** Second factors of users of the admin module. */
@Module({
  imports: [TypeOrmModule.forFeature([SecondFactor, RecoveryCode])],
  controllers: [AdminFactorsController],
  providers: [OwnFactors, Passkeys, SecondFactors],
  exports: [OwnFactors, SecondFactors],
})
export class SecondFactorModule {}
