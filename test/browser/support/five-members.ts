import { beforeAll } from '@jest/globals';
import type { ConsoleUnderTest } from './console.js';

/**
 * Makes five members of a binary network: anna, ben, cara and dora one below the other in the placement tree, each in the left
 * leg, and eva, a customer. Returns their uids by username, which the tests of a file find filled.
 */
export function useFiveMembers(console: ConsoleUnderTest, sponsorOfEva: string): Map<string, number> {
  const uids = new Map<string, number>();
  beforeAll(async () => {
    const admin = await console.app.make.superAdmin();
    await admin.patch('/admin/api/network/settings/', { placement: 'binary', spill: 'left' });
    for (const [username, fields] of [
      ['anna', {}],
      ['ben', { sponsor: 'anna' }],
      ['cara', { sponsor: 'ben' }],
      ['dora', { sponsor: 'anna' }],
      ['eva', { sponsor: sponsorOfEva, kind: 'customer' }],
    ] as const) {
      const { data } = (
        await admin.post('/admin/api/users/', { ...fields, username, email: `${username}@example.com` })
      ).body;
      uids.set(username, data.uid);
    }
  });
  return uids;
}
