import { Body, Controller, Post } from '@nestjs/common';
import { Access, CallerParam, type Caller } from '../../common/access/index.js';
import { ROUTE_VERSION } from '../../common/http/api-version.js';
import { ApiOperation, ApiTags } from '../../common/openapi/decorators.js';
import { ApiAnswer, ApiFailures } from '../../common/openapi/index.js';
import { TicketDto, TicketView } from './sso.dto.js';
import { NOT_ENTERABLE } from './sso.rules.js';
import { SsoTickets } from './sso-tickets.service.js';

/** The way from one application into another. Section 7 of the decisions. */
@ApiTags('Single sign-on')
@Access('user')
@Controller({ path: 'sso', version: ROUTE_VERSION })
export class SsoController {
  constructor(private readonly tickets: SsoTickets) {}

  @Post('ticket')
  @ApiOperation({
    operationId: 'createSsoTicket',
    summary: 'Get a ticket into another application',
    description:
      'Send the user to `login_url`: the application there sends the ticket to its own `/token/` and gets tokens of its own. ' +
      'A ticket is good once, for 60 seconds, and only while this session lives. It is always for the caller: `uid` cannot ' +
      'name another user. An application that is inactive or in maintenance is 409; one that is unknown, or registered ' +
      'without single sign-on, is 404.',
  })
  @ApiAnswer(TicketView)
  @ApiFailures(
    { code: 'NOT_FOUND', message: NOT_ENTERABLE },
    { code: 'CONFLICT', field: 'application_id', message: 'the application is inactive' },
    { code: 'PERMISSION_DENIED', message: 'nobody may enter an application as another user' },
  )
  issue(@CallerParam() caller: Caller, @Body() dto: TicketDto): Promise<TicketView> {
    return this.tickets.issue(caller, dto);
  }
}
