import { describe, expect, it } from '@jest/globals';
import { ADMIN_ROLES, assertMay, isAdmin, may, mayGive, PERMISSIONS, permissionsOf, rolesWith } from './roles.js';

const WITH_MONEY = ['runs', 'corrections', 'earnings', 'payouts', 'holds', 'volumes', 'plans', 'settings', 'approvals'];

describe('permissionsOf', () => {
  it('gives a super admin all, and roles of the client API none', () => {
    expect(permissionsOf(['super_admin'])).toEqual(PERMISSIONS);
    expect(permissionsOf(['member', 'api_admin'])).toEqual([]);
  });

  it('gives an auditor all that reads, and nothing else but their own account', () => {
    const others = permissionsOf(['auditor']).filter((one) => !one.endsWith('.read'));
    expect(others).toEqual(['account.write']);
    expect(permissionsOf(['auditor'])).toEqual(
      expect.arrayContaining(PERMISSIONS.filter((one) => /\.read$/.test(one))),
    );
  });

  it('adds up the permissions of several roles', () => {
    const both = permissionsOf(['member', 'finance', 'catalogue']);
    expect(both).toEqual(expect.arrayContaining([...permissionsOf(['finance']), ...permissionsOf(['catalogue'])]));
  });

  it('lets nobody but super admins and finance change anything with money, and super admins alone give roles', () => {
    const writing = PERMISSIONS.filter((one) => WITH_MONEY.includes(one.split('.')[0]!) && !one.endsWith('.read'));
    expect(writing.length).toBeGreaterThan(10);
    for (const one of writing) expect(['super_admin', 'finance']).toEqual(expect.arrayContaining(rolesWith(one)));
    expect(rolesWith('users.roles')).toEqual(['super_admin']);
    expect(rolesWith('users.write')).toEqual(['super_admin']);
    expect(rolesWith('plans.publish')).toEqual(['super_admin']);
    expect(rolesWith('settings.write')).toEqual(['super_admin']);
  });
});

describe('isAdmin', () => {
  it('is for the roles of the admin module', () => {
    for (const role of ADMIN_ROLES) expect(isAdmin({ roles: ['member', role] })).toBe(true);
    expect(isAdmin({ roles: ['member', 'api_admin'] })).toBe(false);
  });
});

describe('mayGive', () => {
  it('is for roles that can do no more than the giver', () => {
    for (const role of ADMIN_ROLES) expect(mayGive({ roles: ['super_admin'] }, role)).toBe(true);
    expect(mayGive({ roles: ['finance', 'support'] }, 'support')).toBe(true);
    expect(mayGive({ roles: ['finance', 'support'] }, 'super_admin')).toBe(false);
    expect(mayGive({ roles: ['auditor'] }, 'developer')).toBe(false);
  });
});

describe('assertMay', () => {
  it('names the permission that is missing', () => {
    expect(may({ roles: ['finance'] }, 'payouts.write')).toBe(true);
    expect(() => assertMay({ roles: ['finance'] }, 'payouts.write')).not.toThrow();
    expect(() => assertMay({ roles: ['support'] }, 'payouts.write')).toThrow('this needs the permission payouts.write');
  });
});
