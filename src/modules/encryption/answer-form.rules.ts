import type { CallingApplication } from '../../common/access/index.js';
import { qualityOf, type MediaRange } from './accept.rules.js';
import type { Platform } from './encryption-key.entity.js';

/** The media type of a JWE. RFC 7515, section 9.2.1. */
export const JOSE = 'application/jose';

const JSON_TYPE = 'application/json';

/** The platforms that an application of a client type may run on, the first choice first. */
export const PLATFORMS_OF: Record<CallingApplication['clientType'], readonly Platform[]> = {
  server: ['server'],
  web: ['web'],
  mobile: ['android', 'ios'],
};

/** What of a key matters to the choice. */
interface Choosable {
  kid: string;
  platform: Platform;
}

/** What the form of an answer depends on. */
export interface Asked<Key extends Choosable> {
  accept: readonly MediaRange[];
  application: Pick<CallingApplication, 'clientType' | 'requireEncryption'>;
  /** The application's live keys, the newest first. */
  keys: readonly Key[];
  /** The one that the request's body names. */
  bodyKey: Key | undefined;
}

/**
 * How a request is answered: encrypted with a key, plainly, or not at all as its `Accept` wants it (`none`). Only a range
 * that names `application/jose` asks for encryption, and it wins over JSON that is as welcome; an application that
 * requires encryption gets it from any range that does not exclude it. Section 7 of the decisions.
 */
export function chooseAnswer<Key extends Choosable>(asked: Asked<Key>): Key | 'plain' | 'none' {
  const { accept, application } = asked;
  const named = accept.filter(({ type, q }) => type === JOSE && q > 0).sort((a, b) => b.q - a.q);
  if (application.requireEncryption) {
    const anyKey = { type: JOSE, q: qualityOf(JOSE, accept), kid: undefined };
    return firstKey(named.length > 0 || anyKey.q === 0 ? named : [anyKey], asked) ?? 'none';
  }
  if (named.length === 0) return 'plain';
  const json = qualityOf(JSON_TYPE, accept);
  const preferred = named.filter(({ q }) => q >= json);
  return firstKey(preferred, asked) ?? (json > 0 ? 'plain' : 'none');
}

/** The key of the first range that there is one for. */
function firstKey<Key extends Choosable>(ranges: readonly MediaRange[], asked: Asked<Key>): Key | undefined {
  for (const { kid } of ranges) {
    const key = asked.bodyKey ?? (kid === undefined ? usualKey(asked) : asked.keys.find((one) => one.kid === kid));
    if (key !== undefined) return key;
  }
  return undefined;
}

/** The newest key of a platform that fits the application; else the newest of all. */
function usualKey<Key extends Choosable>({ application, keys }: Asked<Key>): Key | undefined {
  const platforms = PLATFORMS_OF[application.clientType];
  return keys.find(({ platform }) => platforms.includes(platform)) ?? keys[0];
}
