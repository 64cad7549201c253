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
