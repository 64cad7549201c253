import { IntegerProperty, TextProperty } from '#common/openapi/decorators.js';
import { TextField } from '#common/validation/index.js';
import { TICKET_SECONDS } from './sso.rules.js';

/** Which application to enter. */
export class TicketDto {
  @TextField({
    max: 36,
    description: 'the id of an application that is registered with single sign-on',
    example: '0d4a3c1e-6c2b-4d7e-9a53-2f3f6c1b8e47',
  })
  application_id!: string;
}

/** A ticket that was just issued. */
export class TicketView {
  @TextProperty('st_9Xh2mVb0tqk3Zr5sYwE7uCjLd1gFoP8aNiKxQvT4HyM', 'opaque; can be used once, by this application only')
  ticket!: string;

  @TextProperty(
    'https://shop.example.com/sso?ticket=st_9Xh2mVb0tqk3Zr5sYwE7uCjLd1gFoP8aNiKxQvT4HyM',
    'where to redirect the user: the registered URL with the ticket',
  )
  login_url!: string;

  @IntegerProperty(TICKET_SECONDS, 'lifetime of the ticket in seconds') expires_in!: number;
}
