import { describe, expect, it } from '@jest/globals';
import { withoutApprovals } from './support/approvals.js';
import { useTestApp } from './support/use-test-app.js';

const app = await useTestApp();

describe('super admins', () => {
  it('who deactivate or demote each other at the same time come one after the other: the second may not any more', async () => {
    await withoutApprovals(app);
    await app.make.superAdmin();
    for (const change of [{ status: 'inactive' }, { roles: ['member'] }]) {
      const [one, other] = [await app.make.superAdmin(), await app.make.superAdmin()];
      const answers = await Promise.all([
        one.patch(`/admin/api/users/${other.user.uid}/`, change),
        other.patch(`/admin/api/users/${one.user.uid}/`, change),
      ]);
      const left = await app.database.query(
        `SELECT uid FROM users WHERE uid = ANY ($1) AND status = 'active' AND 'super_admin' = ANY (roles)`,
        [[one.user.uid, other.user.uid]],
      );
      expect([answers.filter(({ status }) => status === 200).length, left.length]).toEqual([1, 1]);
    }
  });

  it('give nobody an e-mail address that looks like another one', async () => {
    const root = await app.make.superAdmin();
    for (const email of [
      'al\u0131ce@example.com',
      'ali\u200bce@example.com',
      '\u0430lice@example.com',
      'alice@ex\u0430mple.com',
    ]) {
      const { status, body } = await root.post('/admin/api/users/', { username: 'alice', email });
      expect([status, Object.keys(body.errors)]).toEqual([400, ['email']]);
    }
  });
});
