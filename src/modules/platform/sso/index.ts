export { SsoModule } from './sso.module.js';
export { SsoTickets } from './sso-tickets.service.js';
