import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SigningKeysModule } from '../signing-keys/index.js';
import { UsersModule } from '../users/index.js';
import { ApplicationDirectory } from './application-directory.js';
import { ApplicationKey } from './application-key.entity.js';
import { ApplicationKeys } from './application-keys.service.js';
import { ApplicationRateLimit } from './application-rate-limit.js';
import { Application } from './application.entity.js';
import { KeyUsage } from './key-usage.js';

/** Client applications: registration, keys and access rules. */
@Module({
  imports: [TypeOrmModule.forFeature([Application, ApplicationKey]), SigningKeysModule, UsersModule],
  providers: [ApplicationDirectory, ApplicationKeys, ApplicationRateLimit, KeyUsage],
  exports: [ApplicationDirectory, ApplicationKeys, ApplicationRateLimit, KeyUsage],
})
export class ClientAppsModule {}
