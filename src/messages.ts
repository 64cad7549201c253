import { COMMON } from '#common/errors/common.messages.js';
import { defineMessages } from '#common/errors/problems.js';
import { COMMISSIONS } from '#commissions/commissions.messages.js';
import { PLANS } from '#commissions/plans.messages.js';
import { NETWORK } from '#network/network.messages.js';
import { PEOPLE } from '#people/people.messages.js';
import { APPLICATIONS } from '#platform/applications.messages.js';
import { PLATFORM } from '#platform/platform.messages.js';
import { SALES } from '#sales/sales.messages.js';

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
};

for (const part of Object.values(MESSAGES)) defineMessages(part);
