import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventRecorder } from './event-recorder.js';
import { EventRow } from './event.entity.js';
import { MarkedMethods } from '../marked-methods.js';
import { HandlerRegistry } from './handlers.js';

/** The outbox, hooks, subscribers and listeners, for every room. */
@Global()
@Module({
  imports: [DiscoveryModule, TypeOrmModule.forFeature([EventRow])],
  providers: [MarkedMethods, EventRecorder, HandlerRegistry],
  exports: [EventRecorder, HandlerRegistry],
})
export class EventsModule {}
