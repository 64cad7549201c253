import { Body, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CallerParam, type Caller } from '#common/access/index.js';
import { ClientController, Endpoint } from '#common/http/endpoint.js';
import { SessionsModule } from '#people/sessions/index.js';
import { UsersModule } from '#people/users/index.js';
import { ClientAppsModule } from '../client-apps/index.js';
import { TicketDto, TicketView } from './sso.dto.js';
import { INACTIVE_TARGET, NOT_ENTERABLE, OTHER_USER } from './sso.rules.js';
import { SsoTickets } from './sso-tickets.service.js';
import { SsoTicket } from './sso-ticket.entity.js';

/** The way from one application into another. See docs/spec/service.md#7. */
@ClientController('sso', {
  tag: { name: 'Single sign-on', order: 30, description: 'Log-in to one application from another.' },
  access: 'user',
})
class SsoController {
  constructor(private readonly tickets: SsoTickets) {}

  @Endpoint('POST ticket', {
    id: 'createSsoTicket',
    summary: 'Get a single sign-on ticket for another application',
    description:
      'Redirect the user to `login_url`: the application there exchanges the ticket for its own tokens at `/token/`. A ticket can be used once, within 60 seconds, while this session is active. It is always for the caller: `uid` cannot name another user. 409 if the application is inactive or in maintenance; 404 if it is unknown or has no single sign-on.',
    answer: TicketView,
    failures: [NOT_ENTERABLE, INACTIVE_TARGET, OTHER_USER],
  })
  issue(@CallerParam() caller: Caller, @Body() dto: TicketDto): Promise<TicketView> {
    return this.tickets.issue(caller, dto);
  }
}

/** Single sign-on: tickets from one application into another. */
@Module({
  imports: [TypeOrmModule.forFeature([SsoTicket]), ClientAppsModule, SessionsModule, UsersModule],
  controllers: [SsoController],
  providers: [SsoTickets],
  exports: [SsoTickets],
})
export class SsoModule {}
