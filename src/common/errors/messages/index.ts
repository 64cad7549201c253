import { APPLICATIONS } from './applications.js';
import { COMMISSIONS } from './commissions.js';
import { COMMON } from './common.js';
import type { Message } from './message.js';
import { NETWORK } from './network.js';
import { PEOPLE } from './people.js';
import { PLANS } from './plans.js';
import { PLATFORM } from './platform.js';
import { SALES } from './sales.js';

export type { Message } from './message.js';

/**
 * All messages for clients by their codes, in parts as docs/errors.md has them. A code never changes once it is released;
 * the texts may.
 */
export const MESSAGES = {
  common: COMMON,
  people: PEOPLE,
  platform: PLATFORM,
  applications: APPLICATIONS,
  sales: SALES,
  network: NETWORK,
  plans: PLANS,
  commissions: COMMISSIONS,
} as const satisfies Record<string, Readonly<Record<string, Message>>>;
