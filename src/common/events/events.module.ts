import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventRecorder } from './event-recorder.js';
import { EventRow } from './event.entity.js';
import { ExtensionRegistry } from './extension-registry.js';

/** Gives every room the outbox and the hooks. */
@Global()
@Module({
  imports: [DiscoveryModule, TypeOrmModule.forFeature([EventRow])],
  providers: [EventRecorder, ExtensionRegistry],
  exports: [EventRecorder, ExtensionRegistry],
})
export class EventsModule {}
