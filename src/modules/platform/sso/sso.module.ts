import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClientAppsModule } from '../client-apps/index.js';
import { SessionsModule } from '#people/sessions/index.js';
import { UsersModule } from '#people/users/index.js';
import { SsoController } from './sso.controller.js';
import { SsoTicket } from './sso-ticket.entity.js';
import { SsoTickets } from './sso-tickets.service.js';

/** Single sign-on: tickets from one application into another. */
@Module({
  imports: [TypeOrmModule.forFeature([SsoTicket]), ClientAppsModule, SessionsModule, UsersModule],
  controllers: [SsoController],
  providers: [SsoTickets],
  exports: [SsoTickets],
})
export class SsoModule {}
