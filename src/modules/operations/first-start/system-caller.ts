import type { Caller, Role } from '#common/access/index.js';

/** The caller of the start's own changes; the audit log shows the request id `first-start`. */
export function startupCaller(user: { uid: number; username: string; roles: readonly Role[] }): Caller {
  const { uid, username, roles } = user;
  return {
    uid,
    username,
    roles,
    actsFor: uid,
    sessionId: '',
    application: null,
    ip: '127.0.0.1',
    requestId: 'first-start',
  };
}
