import type { CallingApplication } from '#common/access/index.js';
import type { Platform } from './encryption-key.entity.js';

/** One media range of an `Accept` header. RFC 9110, section 12.5.1. */
export interface MediaRange {
  /** Such as `application/json`, in lower case; or with `*` for a part. */
  type: string;
  /** 0 (not acceptable) to 1. */
  q: number;
  /** The parameter `kid`: the key for an encrypted answer. */
  kid: string | undefined;
}

const ANYTHING: readonly MediaRange[] = [{ type: '*/*', q: 1, kid: undefined }];

/** The media ranges of the header in order; anything for a missing or empty one. Invalid ranges are skipped. */
export function readAccept(header: string | undefined): readonly MediaRange[] {
  if (header === undefined || header.trim() === '') return ANYTHING;
  return split(header, ',').flatMap((entry) => {
    const [type = '', ...parameters] = split(entry, ';').map((part) => part.trim());
    const named = new Map(parameters.map(readParameter));
    const q = readWeight(named.get('q'));
    return !type.includes('/') || q === undefined ? [] : [{ type: type.toLowerCase(), q, kid: named.get('kid') }];
  });
}

/** The quality of a media type, 0 to 1, by the most specific matching range; parameters are ignored. */
export function qualityOf(type: string, ranges: readonly MediaRange[]): number {
  for (const range of [type, `${type.split('/', 1)[0]}/*`, '*/*']) {
    const weights = ranges.filter((one) => one.type === range).map(({ q }) => q);
    if (weights.length > 0) return Math.max(...weights);
  }
  return 0;
}

/** Splits at a separator, except within quoted strings. */
function split(text: string, separator: ',' | ';'): string[] {
  return text.match(separator === ',' ? /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g : /(?:[^;"]|"(?:[^"\\]|\\.)*"?)+/g) ?? [];
}

function readParameter(text: string): [string, string] {
  const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(text) ?? [];
  const plain = /^"(.*)"$/s.exec(value.trim())?.[1]?.replace(/\\(.)/gs, '$1') ?? value.trim();
  return [name.trim().toLowerCase(), plain];
}

/** 0 to 1. Old clients omit the zero before the point. */
function readWeight(text: string | undefined): number | undefined {
  if (text === undefined) return 1;
  const weight = /^(?:[01]\.?|[01]?\.[0-9]+)$/.test(text) ? Number(text) : 2;
  return weight > 1 ? undefined : weight;
}

/** The media type of a JWE. RFC 7515, section 9.2.1. */
export const JOSE = 'application/jose';

const JSON_TYPE = 'application/json';

/** The platforms of a client type, preferred first. */
export const PLATFORMS_OF: Record<CallingApplication['clientType'], readonly Platform[]> = {
  server: ['server'],
  web: ['web'],
  mobile: ['android', 'ios'],
};

/** A key to choose from. */
interface KeyChoice {
  kid: string;
  platform: Platform;
}

/** What the form of an answer depends on. */
export interface AnswerContext<Key extends KeyChoice> {
  accept: readonly MediaRange[];
  application: Pick<CallingApplication, 'clientType' | 'requireEncryption'>;
  /** The application's live keys, the newest first. */
  keys: readonly Key[];
  /** The one that the request's body names. */
  bodyKey: Key | undefined;
}

/**
 * Chooses how to answer a request: encrypted with a key, plain, or not acceptable (`none`). Only a range that names
 * `application/jose` requests encryption; at equal quality it wins over JSON. For an application that requires encryption,
 * any range that does not exclude it will do. See docs/spec/service.md#7.
 */
export function chooseAnswer<Key extends KeyChoice>(context: AnswerContext<Key>): Key | 'plain' | 'none' {
  const { accept, application } = context;
  const named = accept.filter(({ type, q }) => type === JOSE && q > 0).sort((a, b) => b.q - a.q);
  if (application.requireEncryption) {
    const anyKey = { type: JOSE, q: qualityOf(JOSE, accept), kid: undefined };
    return firstKey(named.length > 0 || anyKey.q === 0 ? named : [anyKey], context) ?? 'none';
  }
  if (named.length === 0) return 'plain';
  const json = qualityOf(JSON_TYPE, accept);
  const preferred = named.filter(({ q }) => q >= json);
  return firstKey(preferred, context) ?? (json > 0 ? 'plain' : 'none');
}

/** The key of the first range that has one. */
function firstKey<Key extends KeyChoice>(ranges: readonly MediaRange[], context: AnswerContext<Key>): Key | undefined {
  for (const { kid } of ranges) {
    const key =
      context.bodyKey ?? (kid === undefined ? defaultKey(context) : context.keys.find((one) => one.kid === kid));
    if (key !== undefined) return key;
  }
  return undefined;
}

/** The newest key of the application's platforms, else the newest of all. */
function defaultKey<Key extends KeyChoice>({ application, keys }: AnswerContext<Key>): Key | undefined {
  const platforms = PLATFORMS_OF[application.clientType];
  return keys.find(({ platform }) => platforms.includes(platform)) ?? keys[0];
}
