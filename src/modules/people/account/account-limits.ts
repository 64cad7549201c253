import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { siteKey } from '#common/http/client-address.js';
import type { LoginOrigin } from '#common/http/login-origin.js';
import { ADD_POINTS } from '#common/rate-limits/rate-limits.queries.js';

const HOUR_SECONDS = 60 * 60;
const MAILBOX_SECONDS = 30 * 60;

/**
 * Requests in an hour from one address, behind which there may be a hall full of new members; and from one site with many of
 * them, which is what anybody is given who asks for IPv6.
 */
const OF_ORIGIN = 300;
const OF_SITE = 1_500;

/**
 * Requests that may send e-mails of one kind from one application: to one e-mail address in 30 minutes, as long as a password
 * can be reset with one, and to all in an hour.
 */
const OF_MAILBOX = 5;
const OF_APPLICATION = 5_000;

const TOO_MANY = 'too many requests of this kind; try again in {seconds} seconds';

/** What an e-mail is for. Strangers who ask for one kind, or at one application, do not lock the owner out of the others. */
export type MailKind = 'sign-up' | 'reset' | 'email';

/** How many requests may be counted under a key, from the first one on. */
export interface AccountLimit {
  readonly key: string;
  readonly max: number;
  readonly seconds: number;
}

interface Counted {
  points: number;
  expire: string;
}

/**
 * Limits what strangers, or somebody with a stolen token, could try again and again. What may send an e-mail counts, whoever
 * exists, so an answer tells nothing. All instances share the counters. Decision 95.
 */
@Injectable()
export class AccountLimits {
  constructor(private readonly db: Database) {}

  /**
   * Counts a request.
   * @throws AppError TOO_MANY_REQUESTS, with `Retry-After` in seconds, above the limit
   */
  async count(limit: AccountLimit): Promise<void> {
    const until = await this.waitAfter(limit);
    if (until !== undefined) throw AppError.later('TOO_MANY_REQUESTS', TOO_MANY, (until.getTime() - Date.now()) / 1000);
  }

  /** Takes a request back that was counted: it was right. */
  async uncount(limit: AccountLimit): Promise<void> {
    await this.add(limit, -1);
  }

  /**
   * Counts a request by its address. Many users share the address of a back end that does not name theirs: it is not counted.
   * @throws AppError TOO_MANY_REQUESTS, with `Retry-After` in seconds, above the limit
   */
  async countOrigin(
    { address, isShared, endUserIp, ip, applicationId }: LoginOrigin,
    of: 'mail' | 'confirmation',
  ): Promise<void> {
    if (isShared) return;
    await this.count({ key: `${of}-origin:${address}`, max: OF_ORIGIN, seconds: HOUR_SECONDS });
    const site = siteKey(endUserIp ?? ip);
    if (site === undefined) return;
    // No application locks out the users of another, as with addresses.
    const key = `${of}-site:${endUserIp === null ? '' : `${applicationId} `}${site}`;
    await this.count({ key, max: OF_SITE, seconds: HOUR_SECONDS });
  }

  /**
   * Counts a request that may send an e-mail. One for a password counts towards what its application sends once it is sent, by
   * {@link countSent}: strangers who ask for nobody's use nothing up.
   * @param mailbox the e-mail address or username that the request names
   * @throws AppError TOO_MANY_REQUESTS, with `Retry-After` in seconds, above a limit
   */
  async countMail(kind: MailKind, origin: LoginOrigin, mailbox: string): Promise<void> {
    const to = digest(mailbox.trim().toLowerCase());
    // In this order: who is refused for one counts for none of the others.
    await this.countOrigin(origin, 'mail');
    await this.count({
      key: `mailbox:${kind}:${origin.applicationId}:${to}`,
      max: OF_MAILBOX,
      seconds: MAILBOX_SECONDS,
    });
    if (kind !== 'reset') await this.count(ofApplication(kind, origin.applicationId));
  }

  /** Counts an e-mail that an application is to send; gives when it may be tried again, if there have been too many. */
  async countSent(kind: MailKind, applicationId: string): Promise<Date | undefined> {
    return this.waitAfter(ofApplication(kind, applicationId));
  }

  /** Counts, and gives the end of the limit above it. */
  private async waitAfter(limit: AccountLimit): Promise<Date | undefined> {
    const { points, expire } = await this.add(limit, 1);
    return points > limit.max ? new Date(Number(expire)) : undefined;
  }

  private async add({ key, seconds }: AccountLimit, points: number): Promise<Counted> {
    const now = Date.now();
    const values = [[`account-${key}`], [points], [now + seconds * 1000], now];
    // Outside the request's transaction: its rollback must not undo it.
    const [counted] = await this.db.outsideAmbient(() => this.db.query<Counted>(null, ADD_POINTS, values));
    return counted!;
  }
}

function ofApplication(kind: MailKind, applicationId: string | null): AccountLimit {
  return { key: `application:${kind}:${applicationId}`, max: OF_APPLICATION, seconds: HOUR_SECONDS };
}

/** Not stored in clear: it may be a password typed into the wrong field. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
