import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { newId } from '#common/ids.js';
import { SigningKeys } from '../../signing-keys/index.js';
import { ApplicationKey } from './application-key.entity.js';
import type { Application } from '../application.entity.js';

/** The header's `typ` of application keys alone. */
export const APPLICATION_KEY_TYP = 'apikey+jwt';

/** Issues and reproduces application keys. See docs/spec/commerce-api.md#2.9; docs/spec/service.md#3. */
@Injectable()
export class ApplicationKeys {
  constructor(private readonly signingKeys: SigningKeys) {}

  async issue(tx: EntityManager, application: Application): Promise<{ key: ApplicationKey; apikey: string }> {
    const key = new ApplicationKey();
    key.id = newId();
    key.applicationId = application.id;
    key.clientType = application.clientType;
    key.kid = this.signingKeys.currentKid;
    // In seconds like `iat`: signing again must give the same text.
    key.issuedAt = new Date(Math.floor(Date.now() / 1000) * 1000);
    await tx.save(key);
    return { key, apikey: await this.text(key, application) };
  }

  /** The text of a key. */
  text(key: ApplicationKey, application: Application): Promise<string> {
    const claims = { typ: key.clientType, aud: application.id, iat: key.issuedAt.getTime() / 1000, jti: key.id };
    return this.signingKeys.signRepeatably(claims, APPLICATION_KEY_TYP, key.kid);
  }
}
