import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AdminSigningKeysController, JwksController } from './signing-keys.controller.js';
import { SigningKey } from './signing-key.entity.js';
import { SigningKeys } from './signing-keys.service.js';

@Module({
  imports: [JwtModule.register({}), TypeOrmModule.forFeature([SigningKey])],
  controllers: [JwksController, AdminSigningKeysController],
  providers: [SigningKeys],
  exports: [SigningKeys],
})
export class SigningKeysModule {}
