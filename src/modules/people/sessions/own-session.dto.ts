import { BooleanProperty, TextProperty, UuidProperty } from '#common/openapi/decorators.js';
import { deviceOf } from './device.rules.js';
import type { Session } from './session.entity.js';
import { uuidInPath } from '#common/http/path-params.js';

export const SessionIdParam = uuidInPath('id', 'id of the session', '8c0f4f0e-55c1-4a7d-9f54-7c1f5b1d2e63');

/** A session of one's own. */
export class OwnSessionView {
  @UuidProperty('8c0f4f0e-55c1-4a7d-9f54-7c1f5b1d2e63') id!: string;
  @UuidProperty(null, 'the application; null for the admin module', { nullable: true }) application_id!: string | null;
  @TextProperty('Firefox on Windows', 'null if it is not known', { nullable: true }) device!: string | null;
  @TextProperty('203.0.113.7', 'the address that logged in', { nullable: true }) ip!: string | null;
  @TextProperty('2026-11-24T08:30:00.000Z') created_at!: string;
  @TextProperty('2026-11-24T20:30:00.000Z') expires_at!: string;
  @BooleanProperty(true, 'whether it is the current session') is_current!: boolean;
}

/** A session as its user sees it. */
export function toOwnSessionView(session: Session, currentId: string): OwnSessionView {
  const { id, applicationId, userAgent, ip, createdAt, expiresAt } = session;
  return {
    id,
    application_id: applicationId,
    device: deviceOf(userAgent),
    ip,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    is_current: id === currentId,
  };
}
