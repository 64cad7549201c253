import { BASE, signUpBody } from '../shop.js';
import { placing } from './asked.js';
import type { Known } from './crowd.js';
import type { Tree } from './evidence.js';
import { actingFor, type Wanted } from './hand.js';

/** How somebody is to come into the network. */
export interface Arrival {
  username: string;
  sponsor: Known;
  kind?: string;
  placement?: { parent: string; leg: number };
}

/** A sign-up. */
export function signingUp({ username, sponsor, ...more }: Arrival): Wanted {
  const body = { ...signUpBody(username), sponsor: sponsor.username, ...more };
  return { type: 'member.enrolled', label: username, request: { method: 'POST', path: `${BASE}/user/signup/`, body } };
}

/** The placement of somebody who waits in a sponsor's holding tank. */
export function placingBelow(sponsor: number, uid: number, parent: number, leg: number): Wanted {
  const body = { uid, parent_uid: parent, leg };
  return {
    type: 'member.moved',
    label: placing(uid, parent, leg),
    request: { method: 'POST', path: actingFor(sponsor, 'network/place/'), body },
  };
}

/** Where somebody is to stand. */
export interface Place {
  tree: Tree;
  parent: number | null;
  leg?: number;
}

/** A move, or only the look at what it would change. */
export function moving(uid: number, { tree, parent, leg }: Place, reason: string, isDry = false): Wanted {
  const body = { tree, parent_uid: parent, leg, reason, dry_run: isDry };
  return {
    type: 'member.moved',
    label: reason,
    ...(isDry ? { isDry } : {}),
    request: { method: 'POST', path: `/admin/api/network/${uid}/move/`, body },
    said: (data) => ({ uid: data.uid, tree: data.tree, from: place(data.from), to: place(data.to) }),
  };
}

/** A change of a member's status or kind. */
export function changing(uid: number, change: object, reason: string): Wanted {
  return {
    type: 'member.status_changed',
    label: reason,
    request: { method: 'POST', path: `/admin/api/network/${uid}/status/`, body: { ...change, reason } },
    said: ({ kind, status, since }) => ({ uid, kind, status, at: since }),
  };
}

/** An adjustment of a member's volumes. */
export function adjusting(uid: number, points: number, reason: string): Wanted {
  const body = { uid, business_volume: points / 2, points, cumulative_volume: 0.0001, reason };
  return {
    type: 'volume.adjusted',
    label: reason,
    request: { method: 'POST', path: '/admin/api/volumes/', body },
    said: ({ id }) => ({ id, uid, points }),
  };
}

/** The return of an order, or of one piece of it. */
export function returning(order: number, line: number | undefined, reason: string): Wanted {
  const items = line === undefined ? {} : { items: [{ id: line, quantity: 1 }] };
  const body = { order_id: order, ...items, reason };
  return {
    type: 'order.returned',
    label: reason,
    request: { method: 'POST', path: `${BASE}/commerce/order-return/`, body },
  };
}

/** Names of people do not belong to what the event says. */
function place(position: unknown): { parent_uid: unknown; leg: unknown } | null {
  if (position === null) return null;
  const { parent_uid, leg } = position as { parent_uid: unknown; leg: unknown };
  return { parent_uid, leg };
}
