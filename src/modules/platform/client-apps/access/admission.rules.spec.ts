import { describe, expect, it } from '@jest/globals';
import { AccessRules } from './access-rules.rules.js';
import {
  ADMISSION_RULES,
  allChecks,
  refusalOf,
  type AdmissionSettings,
  type IncomingRequest,
} from './admission.rules.js';

const NOW = Date.UTC(2026, 10, 21);

const arrival: IncomingRequest = { host: 'bad.example.com', ip: '192.0.2.7', version: 'v1', at: NOW };

/** Everything at once is against the request; the tests take one obstacle away after the other. */
const obstacles: AdmissionSettings = {
  endsAt: NOW,
  status: 'inactive',
  maintenanceMessage: 'Back at noon.',
  apiVersion: 'v2',
  rules: blocking(['bad.example.com'], ['good.example.com'], ['192.0.2.0/24'], ['10.0.0.0/8']),
};

function blocking(hostBlock: string[], hostAllow: string[], ipBlock: string[], ipAllow: string[]): AccessRules {
  return new AccessRules({ hosts: { block: hostBlock, allow: hostAllow }, ips: { block: ipBlock, allow: ipAllow } });
}

describe('admission', () => {
  it('refuses by the first rule in the specified order', () => {
    const steps: [Partial<AdmissionSettings>, string][] = [
      [{}, 'API_KEY_INVALID'],
      [{ endsAt: Infinity }, 'API_KEY_INACTIVE'],
      [{ status: 'maintenance' }, 'API_KEY_MAINTENANCE'],
      [{ status: 'active' }, 'VERSION_NOT_ALLOWED'],
      [{ apiVersion: 'v1' }, 'HOST_BLOCKED'],
      [{ rules: blocking([], ['good.example.com'], ['192.0.2.0/24'], ['10.0.0.0/8']) }, 'HOST_NOT_WHITELISTED'],
      [{ rules: blocking([], [], ['192.0.2.0/24'], ['10.0.0.0/8']) }, 'IP_BLOCKED'],
      [{ rules: blocking([], [], [], ['10.0.0.0/8']) }, 'IP_NOT_WHITELISTED'],
    ];
    let by = obstacles;
    for (const [change, code] of steps) {
      by = { ...by, ...change };
      expect(refusalOf(by, arrival)?.code).toBe(code);
    }
    expect(refusalOf({ ...by, rules: blocking([], [], [], []) }, arrival)).toBeUndefined();
  });

  it('says what clients read in maintenance, and when to come back', () => {
    const refusal = refusalOf({ ...obstacles, endsAt: Infinity, status: 'maintenance' }, arrival);
    expect(refusal).toMatchObject({ rule: 'maintenance', message: 'Back at noon.', retryAfterSeconds: 300 });
    const silent = { ...obstacles, endsAt: Infinity, status: 'maintenance' as const, maintenanceMessage: null };
    expect(refusalOf(silent, arrival)?.message).toBe('the application key is in maintenance mode');
  });

  it('tells what every rule says, in the same order', () => {
    const checks = allChecks({ ...obstacles, endsAt: Infinity, status: 'active' }, arrival);
    expect(checks.map(({ rule }) => rule)).toEqual([...ADMISSION_RULES]);
    expect(checks.filter(({ passed }) => !passed).map(({ rule, entry }) => [rule, entry])).toEqual([
      ['version', undefined],
      ['host_block', 'bad.example.com'],
      ['host_allow', undefined],
      ['ip_block', '192.0.2.0/24'],
      ['ip_allow', undefined],
    ]);
  });
});
