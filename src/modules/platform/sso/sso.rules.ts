import { failure } from '#common/errors/failures.js';
import { PLATFORM } from '#platform/platform.messages.js';

/** Lifetime of a ticket. See docs/spec/service.md#7. */
export const TICKET_SECONDS = 60;

/** Makes leaked tickets recognizable. */
export const TICKET_PREFIX = 'st_';

/** Random bytes of a ticket: 256 bits. */
export const TICKET_BYTES = 32;

/** The same for an unknown or deleted application and one without single sign-on. */
export const NOT_ENTERABLE = {
  code: 'NOT_FOUND',
  message: 'no application with this id can be entered by single sign-on',
} as const;
export const INACTIVE_TARGET = failure(PLATFORM.application_inactive, { field: 'application_id' });
export const OTHER_USER = failure(PLATFORM.no_sign_on_for_others);

const PARAMETER = 'ticket';

const TICKET = /^st_[A-Za-z0-9_-]{43}$/;

/** Whether a text has the form of a ticket. */
export function isTicket(text: string): boolean {
  return TICKET.test(text);
}

/**
 * The registered `login_url` with the ticket as a query parameter. Other parameters and the fragment stay as written; an
 * existing `ticket` is removed.
 */
export function loginUrlWith(ticket: string, loginUrl: string): string {
  const [, address, query, fragment] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(loginUrl)!;
  const own = (query ?? '').split('&').filter((pair) => pair !== '' && !new URLSearchParams(pair).has(PARAMETER));
  return `${address}?${[...own, `${PARAMETER}=${ticket}`].join('&')}${fragment ?? ''}`;
}
