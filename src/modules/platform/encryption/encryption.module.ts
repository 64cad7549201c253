import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClientAppsModule } from '../client-apps/index.js';
import { BodyEncryption, EncryptedBodiesGuard } from './body-encryption.js';
import { EncryptionKey } from './encryption-key.entity.js';
import { EncryptionKeys } from './encryption-keys.service.js';
import { Keyring } from './keyring.js';
import { AdminApplicationEncryptionKeysController } from './admin-application-encryption-keys.controller.js';

/** Bodies that are encrypted for one application. It comes after the auth room, whose guards must run before its own. */
@Module({
  imports: [TypeOrmModule.forFeature([EncryptionKey]), ClientAppsModule],
  controllers: [AdminApplicationEncryptionKeysController],
  providers: [BodyEncryption, EncryptionKeys, Keyring, { provide: APP_GUARD, useClass: EncryptedBodiesGuard }],
  exports: [BodyEncryption, EncryptionKeys],
})
export class EncryptionModule {}
