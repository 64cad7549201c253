/** How long a ticket is good, in seconds. Section 7 of the decisions. */
export const TICKET_SECONDS = 60;

/** What tickets begin with, so that one that leaked is known for what it is. */
export const TICKET_PREFIX = 'st_';

/** Random bytes of a ticket: 256 bits. */
export const TICKET_BYTES = 32;

/** What is said alike of an application that is unknown, deleted, or registered without single sign-on. */
export const NOT_ENTERABLE = 'no application with this id can be entered by single sign-on';

/** The query parameter by which an application is handed its ticket. */
const PARAMETER = 'ticket';

const TICKET = /^st_[A-Za-z0-9_-]{43}$/;

/** Whether a text has the form of a ticket; anything else was never issued, and need not be looked up. */
export function isTicket(text: string): boolean {
  return TICKET.test(text);
}

/**
 * The address at which the user enters an application: its registered `login_url`, with the ticket as a query parameter.
 * Its own query and fragment stay as they are written; a parameter `ticket` of its own would hide ours, and goes.
 */
export function loginUrlWith(ticket: string, loginUrl: string): string {
  const [, address, query, fragment] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(loginUrl)!;
  const own = (query ?? '').split('&').filter((pair) => pair !== '' && !new URLSearchParams(pair).has(PARAMETER));
  return `${address}?${[...own, `${PARAMETER}=${ticket}`].join('&')}${fragment ?? ''}`;
}
