import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/index.js';
import { hashOf } from '../ids.js';
import { Retention } from '../jobs/index.js';
import { isPast } from './event.queries.js';
import { secretsOf } from './event-types.js';
import { SentToken } from './sent-token.entity.js';

/** What a stored event has in place of a token: nobody can use it. */
const UNSENT = /^unsent-token:([A-Za-z0-9_-]{43})$/;

/** What the log of deliveries has in place of a secret, which only the receiver sees. */
export const HIDDEN = '(hidden)';

/** What an event has for a token that is made when it is sent, and the hash to keep and to find it by. */
export function unsentToken(): { token: string; tokenHash: Buffer } {
  const tokenHash = randomBytes(32);
  return { token: `unsent-token:${tokenHash.toString('base64url')}`, tokenHash };
}

/**
 * Tokens of events that exist only when they are sent, so that nobody reads them in the database or a backup: a token that is sent
 * is another name of the hash that its room keeps. See docs/decisions/0116-tokens-made-when-sent.md.
 */
@Injectable()
export class SentTokens {
  /** So an attempt that this process repeats has the same token. */
  private readonly key = randomBytes(32);

  constructor(private readonly db: Database) {}

  /**
   * The data of an event with tokens that can be used; those that were sent before are good as well.
   * @param json what the event holds
   * @returns that, and the tokens in it
   */
  async fill(type: string, json: string): Promise<{ json: string; tokens: string[] }> {
    const fields = secretsOf(type);
    if (fields.length === 0) return { json, tokens: [] };
    const data = JSON.parse(json) as Readonly<Record<string, unknown>>;
    const tokens: string[] = [];
    let filled = json;
    for (const field of fields) {
      const unsent = data[field];
      const standsFor = typeof unsent === 'string' ? UNSENT.exec(unsent)?.[1] : undefined;
      if (standsFor === undefined) continue;
      const token = createHmac('sha256', this.key).update(standsFor).digest('base64url');
      const row = { tokenHash: hashOf(token), standsFor: Buffer.from(standsFor, 'base64url') };
      await this.db.manager.createQueryBuilder().insert().into(SentToken).values(row).orIgnore().execute();
      filled = filled.replaceAll(JSON.stringify(unsent), JSON.stringify(token));
      tokens.push(token);
    }
    return { json: filled, tokens };
  }

  /** An event for whoever listens to it in the service. */
  async filled<Event extends { type: string; data: unknown }>(event: Event): Promise<Event> {
    const { json, tokens } = await this.fill(event.type, JSON.stringify(event.data));
    return tokens.length === 0 ? event : { ...event, data: JSON.parse(json) as unknown };
  }

  /** The hash that a room keeps of a token, which is its own if it was not made here. */
  async hashOf(token: string): Promise<Buffer> {
    const tokenHash = hashOf(token);
    return (await this.db.manager.findOneBy(SentToken, { tokenHash }))?.standsFor ?? tokenHash;
  }

  @Retention('tokens of events that are kept no longer')
  async deleteOld(): Promise<void> {
    await this.db.manager.createQueryBuilder().delete().from(SentToken).where(isPast('sent_at')).execute();
  }
}

/** The shortest beginning of a token that is distinguished from other text. */
const PIECE = 8;

/** A text of somebody who received tokens, without them: also without the beginning of one where it was cut. */
export function withoutTokens(text: string, tokens: readonly string[]): string {
  return tokens.reduce((rest, token) => {
    const plain = rest.replaceAll(token, HIDDEN);
    for (let cut = token.length - 1; cut >= PIECE; cut -= 1)
      if (plain.endsWith(token.slice(0, cut))) return plain.slice(0, -cut) + HIDDEN;
    return plain;
  }, text);
}
