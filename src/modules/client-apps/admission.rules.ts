import type { ErrorCode } from '../../common/errors/error-codes.js';
import type { AccessRules, Verdict } from './access-rules.rules.js';
import type { ApplicationStatus } from './application.entity.js';

/** What is held against a request: a key and its application. */
export interface Admitting {
  /** When the key ends, in milliseconds since 1970; Infinity for never, 0 when there is no key that works. */
  endsAt: number;
  status: ApplicationStatus;
  maintenanceMessage: string | null;
  apiVersion: string;
  rules: AccessRules;
}

/** What a request shows of itself. */
export interface Arrival {
  /** Lower-case host of `Origin`, else of `Referer`; undefined when the request names none. */
  host: string | undefined;
  /** The client's IP address. */
  ip: string;
  /** The version in the path, such as `v1`. */
  version: string;
  /** When it arrives, in milliseconds since 1970. */
  at: number;
}

/** The rules in the order in which they are checked. */
export const ADMISSION_RULES = [
  'key',
  'status',
  'maintenance',
  'version',
  'host_block',
  'host_allow',
  'ip_block',
  'ip_allow',
] as const;
export type AdmissionRule = (typeof ADMISSION_RULES)[number];

/** What one rule says of a request; `message` is what the client reads if this rule refuses. */
export interface Check extends Verdict {
  rule: AdmissionRule;
  code: ErrorCode;
  message: string;
  retryAfterSeconds?: number;
}

/** What a client reads about a key that cannot be verified, is unknown, revoked or past its end. */
export const INVALID_KEY_MESSAGE = 'the request could not be validated through the application key';

/** Seconds after which a client may look whether maintenance is over. */
const MAINTENANCE_RETRY_SECONDS = 300;

interface Rule {
  code: ErrorCode;
  judge(by: Admitting, arrival: Arrival): Verdict;
  message(by: Admitting): string;
  retryAfterSeconds?: number;
}

const RULES: Readonly<Record<AdmissionRule, Rule>> = {
  key: {
    code: 'API_KEY_INVALID',
    judge: ({ endsAt }, { at }) => ({ passed: endsAt > at }),
    message: () => INVALID_KEY_MESSAGE,
  },
  status: {
    code: 'API_KEY_INACTIVE',
    judge: ({ status }) => ({ passed: status !== 'inactive' }),
    message: () => 'the application key is inactive',
  },
  maintenance: {
    code: 'API_KEY_MAINTENANCE',
    judge: ({ status }) => ({ passed: status !== 'maintenance' }),
    message: ({ maintenanceMessage }) => maintenanceMessage ?? 'the application key is in maintenance mode',
    retryAfterSeconds: MAINTENANCE_RETRY_SECONDS,
  },
  version: {
    code: 'VERSION_NOT_ALLOWED',
    judge: ({ apiVersion }, { version }) => ({ passed: apiVersion === version }),
    message: ({ apiVersion }) => `the application key is registered for version ${apiVersion}`,
  },
  host_block: {
    code: 'HOST_BLOCKED',
    judge: ({ rules }, { host }) => rules.hostBlock(host),
    message: () => 'the host address is blocked',
  },
  host_allow: {
    code: 'HOST_NOT_WHITELISTED',
    judge: ({ rules }, { host }) => rules.hostAllow(host),
    message: () => 'the host address is not whitelisted',
  },
  ip_block: {
    code: 'IP_BLOCKED',
    judge: ({ rules }, { ip }) => rules.ipBlock(ip),
    message: () => 'the IP address is blocked',
  },
  ip_allow: {
    code: 'IP_NOT_WHITELISTED',
    judge: ({ rules }, { ip }) => rules.ipAllow(ip),
    message: () => 'the IP address is not whitelisted',
  },
};

/** The first rule that refuses a request, in the order of section 3 of the decisions; undefined when it is admitted. */
export function refusalOf(by: Admitting, arrival: Arrival): Check | undefined {
  for (const rule of ADMISSION_RULES) {
    const verdict = RULES[rule].judge(by, arrival);
    if (!verdict.passed) return check(rule, by, verdict);
  }
  return undefined;
}

/** What every rule says of a request, in their order: the first that did not pass refuses it. */
export function allChecks(by: Admitting, arrival: Arrival): Check[] {
  return ADMISSION_RULES.map((rule) => check(rule, by, RULES[rule].judge(by, arrival)));
}

function check(name: AdmissionRule, by: Admitting, verdict: Verdict): Check {
  const rule = RULES[name];
  const { code, retryAfterSeconds } = rule;
  return {
    rule: name,
    code,
    message: rule.message(by),
    ...verdict,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}
