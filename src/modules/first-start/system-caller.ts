import type { Caller, Role } from '../../common/access/index.js';

/** A user in whose name the start itself acts; the audit log shows it by the request id `first-start`. */
export function systemCaller(user: { uid: number; username: string; roles: readonly Role[] }): Caller {
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
