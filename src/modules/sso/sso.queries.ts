import { statement } from '../../common/database/index.js';
import { TICKET_SECONDS } from './sso.rules.js';

/** A ticket for an application (`$2`), of a session (`$3`); nothing is inserted when that has ended. */
export const INSERT_TICKET = statement(
  'sso-tickets.insert',
  `INSERT INTO sso_tickets (token_hash, application_id, session_id, uid, expires_at)
   SELECT $1::bytea, $2::uuid, s.id, s.uid, now() + make_interval(secs => ${TICKET_SECONDS})
     FROM sessions s WHERE s.id = $3 AND s.ended_at IS NULL AND s.expires_at > now()`,
);

const IS_GOOD = `t.token_hash = $1 AND t.application_id = $2 AND t.used_at IS NULL AND t.expires_at > now()
      AND s.id = t.session_id AND s.ended_at IS NULL AND s.expires_at > now()`;

/** Whose a good ticket is, and the sign-on that it continues. */
export interface TicketRow {
  uid: number;
  sign_on_id: string;
}

export const FIND_TICKET = statement(
  'sso-tickets.find',
  `SELECT t.uid, s.sign_on_id FROM sso_tickets t, sessions s WHERE ${IS_GOOD}`,
);

/** Uses a ticket up, if it is still good; of several at the same time, the first does. */
export const USE_TICKET = statement(
  'sso-tickets.use',
  `UPDATE sso_tickets t SET used_at = now() FROM sessions s WHERE ${IS_GOOD}`,
);

export const FORGET_TICKETS = statement('sso-tickets.forget', 'DELETE FROM sso_tickets WHERE expires_at < now()');
