import { Global, Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Referrals } from '#people/account/index.js';
import { SignedReferrals } from './signed-referrals.js';
import { AdminSigningKeysController, JwksController } from './signing-keys.controller.js';
import { SigningKey } from './signing-key.entity.js';
import { SigningKeys } from './signing-keys.service.js';

/** Global, because the accounts below ask for {@link Referrals}. */
@Global()
@Module({
  imports: [JwtModule.register({}), TypeOrmModule.forFeature([SigningKey])],
  controllers: [JwksController, AdminSigningKeysController],
  providers: [SigningKeys, { provide: Referrals, useClass: SignedReferrals }],
  exports: [Referrals, SigningKeys],
})
export class SigningKeysModule {}
