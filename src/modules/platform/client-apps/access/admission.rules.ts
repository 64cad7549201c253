import { ERROR_CODES, type ErrorCode } from '#common/errors/error-codes.js';
import type { AccessRules, Verdict } from './access-rules.rules.js';
import type { ApplicationStatus } from '../application.entity.js';

/** The settings of a key and its application. */
export interface AdmissionSettings {
  /** When the key expires, in milliseconds since 1970; Infinity for never, 0 without a valid key. */
  endsAt: number;
  status: ApplicationStatus;
  maintenanceMessage: string | null;
  apiVersion: string;
  rules: AccessRules;
}

/** What the rules check of a request. */
export interface IncomingRequest {
  /** Lower-case host of `Origin`, else of `Referer`; undefined when the request names none. */
  host: string | undefined;
  /** The client's IP address. */
  ip: string;
  /** The version in the path, such as `v1`. */
  version: string;
  /** Time of the request, in milliseconds since 1970. */
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

/** The outcome of one rule; `message` is the client's if it refuses. */
export interface Check extends Verdict {
  rule: AdmissionRule;
  code: ErrorCode;
  message: string;
  retryAfterSeconds?: number;
}

const MAINTENANCE_RETRY_SECONDS = 300;

interface Rule {
  code: ErrorCode;
  evaluate(settings: AdmissionSettings, request: IncomingRequest): Verdict;
  /** By default that of the code. */
  message?(settings: AdmissionSettings): string;
  retryAfterSeconds?: number;
}

const RULES: Readonly<Record<AdmissionRule, Rule>> = {
  key: { code: 'API_KEY_INVALID', evaluate: ({ endsAt }, { at }) => ({ passed: endsAt > at }) },
  status: { code: 'API_KEY_INACTIVE', evaluate: ({ status }) => ({ passed: status !== 'inactive' }) },
  maintenance: {
    code: 'API_KEY_MAINTENANCE',
    evaluate: ({ status }) => ({ passed: status !== 'maintenance' }),
    message: ({ maintenanceMessage }) => maintenanceMessage ?? ERROR_CODES.API_KEY_MAINTENANCE.message,
    retryAfterSeconds: MAINTENANCE_RETRY_SECONDS,
  },
  version: {
    code: 'VERSION_NOT_ALLOWED',
    evaluate: ({ apiVersion }, { version }) => ({ passed: apiVersion === version }),
    message: ({ apiVersion }) => `the application key is registered for version ${apiVersion}`,
  },
  host_block: { code: 'HOST_BLOCKED', evaluate: ({ rules }, { host }) => rules.hostBlock(host) },
  host_allow: { code: 'HOST_NOT_WHITELISTED', evaluate: ({ rules }, { host }) => rules.hostAllow(host) },
  ip_block: { code: 'IP_BLOCKED', evaluate: ({ rules }, { ip }) => rules.ipBlock(ip) },
  ip_allow: { code: 'IP_NOT_WHITELISTED', evaluate: ({ rules }, { ip }) => rules.ipAllow(ip) },
};

/** The first rule that refuses a request, in the order of docs/spec/service.md#3; undefined when it is admitted. */
export function refusalOf(settings: AdmissionSettings, request: IncomingRequest): Check | undefined {
  for (const rule of ADMISSION_RULES) {
    const verdict = RULES[rule].evaluate(settings, request);
    if (!verdict.passed) return check(rule, settings, verdict);
  }
  return undefined;
}

/** The outcome of every rule, in order: the first that did not pass refuses the request. */
export function allChecks(settings: AdmissionSettings, request: IncomingRequest): Check[] {
  return ADMISSION_RULES.map((rule) => check(rule, settings, RULES[rule].evaluate(settings, request)));
}

function check(name: AdmissionRule, settings: AdmissionSettings, verdict: Verdict): Check {
  const rule = RULES[name];
  const { code, retryAfterSeconds } = rule;
  return {
    rule: name,
    code,
    message: rule.message?.(settings) ?? ERROR_CODES[code].message,
    ...verdict,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}
