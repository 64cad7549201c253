import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DurableListeners } from './durable-listeners.js';
import { EventRecorder } from './event-recorder.js';
import { EventRow } from './event.entity.js';
import { MarkedMethods } from '../marked-methods.js';
import { HandlerRegistry } from './handlers.js';
import { SentToken } from './sent-token.entity.js';
import { SentTokens } from './sent-tokens.js';

/** The outbox, hooks, subscribers and listeners of both kinds, for every room. */
@Global()
@Module({
  imports: [DiscoveryModule, TypeOrmModule.forFeature([EventRow, SentToken])],
  providers: [MarkedMethods, EventRecorder, HandlerRegistry, DurableListeners, SentTokens],
  exports: [EventRecorder, HandlerRegistry, SentTokens],
})
export class EventsModule {}
