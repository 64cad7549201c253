import { describe, expect, it } from '@jest/globals';
import type { EventType } from '#common/events/event-types.js';
import { type Change, groupOf, labelOf, type Outcome } from './clients.js';
import type { Evidence, StoredEvent } from './scene.js';
import type { Receipt } from './receiver.js';
import { check, countOvertaken, figuresOf } from './verdict.js';

const SHOP = { id: 'shop', name: 'Shop', events: ['bundle.created', 'cart.updated'] as EventType[] };
const TEA = event(1, 'bundle.created', { bundle_id: 'tea' });
const SOAP = event(2, 'bundle.created', { bundle_id: 'soap' });
const CART = event(3, 'cart.updated', { uid: 7, version: 1 });

describe('the verdict on a run', () => {
  it('finds nothing wrong where all that was committed was delivered, once or more often', () => {
    const receipts = [receipt(TEA), receipt(TEA), receipt(CART)];
    expect(kinds({ events: [TEA, CART], receipts, changes: [asked(TEA), asked(CART)] })).toEqual([]);
  });

  it('finds a committed event that was not delivered', () => {
    expect(kinds({ events: [TEA, SOAP], receipts: [receipt(TEA)], changes: [asked(TEA), asked(SOAP)] })).toEqual([
      'lost',
    ]);
  });

  it('finds a committed event whose only delivery was not accepted', () => {
    expect(kinds({ events: [TEA], receipts: [{ ...receipt(TEA), accepted: false }], changes: [asked(TEA)] })).toEqual([
      'lost',
    ]);
  });

  it('asks for a delivery to each application that hears of the type, and for no other', () => {
    const deaf = { id: 'deaf', name: 'Deaf', events: ['user.created'] as EventType[] };
    const other = { ...SHOP, id: 'other', name: 'Other' };
    const evidence = { events: [TEA], receipts: [receipt(TEA)], changes: [asked(TEA)] };
    expect(kinds({ ...evidence, subscribers: [SHOP, deaf] })).toEqual([]);
    expect(kinds({ ...evidence, subscribers: [SHOP, other] })).toEqual(['lost']);
    const receipts = [{ ...receipt(TEA), application: deaf.id }];
    expect(kinds({ ...evidence, receipts, subscribers: [deaf] })).toEqual(['stranger']);
  });

  it('finds a delivery of what was rolled back', () => {
    expect(kinds({ receipts: [receipt(TEA)], changes: [asked(TEA, 'refused')] })).toEqual(['ghost']);
    expect(kinds({ receipts: [{ ...receipt(TEA), accepted: false }], changes: [asked(TEA, 'unknown')] })).toEqual([
      'ghost',
    ]);
  });

  it('finds a delivery that says something else than the event', () => {
    const altered = { ...receipt(TEA), body: receipt(TEA).body.replace('tea', 'coffee') };
    expect(kinds({ events: [TEA], receipts: [altered], changes: [asked(TEA)] })).toEqual(['altered']);
  });

  it('finds an acknowledged change that was not committed', () => {
    expect(kinds({ changes: [asked(TEA)] })).toEqual(['vanished', 'vanished']);
  });

  it('finds a refused change that was committed', () => {
    const evidence = { events: [TEA], receipts: [receipt(TEA)], changes: [asked(TEA, 'refused')] };
    expect(kinds(evidence)).toEqual(['resurrected', 'resurrected']);
  });

  it('counts changes that only their answer could have named', () => {
    const cutOff: Change = { ...asked(CART, 'unknown'), label: undefined };
    const evidence = { events: [CART], receipts: [receipt(CART)] };
    expect(kinds({ ...evidence, changes: [cutOff] })).toEqual([]);
    expect(kinds({ ...evidence, changes: [{ ...cutOff, outcome: 'refused' }] })).toEqual(['resurrected']);
  });

  it('takes a member that came into the network with its user for asked for, and asks for its row', () => {
    const enrolled = event(4, 'member.enrolled', { uid: 7 });
    const evidence = { events: [enrolled], receipts: [receipt(enrolled)] };
    const subscribers = [{ ...SHOP, events: ['member.enrolled'] as EventType[] }];
    expect(kinds({ ...evidence, subscribers })).toEqual([]);
    expect(kinds({ ...evidence, subscribers, stored: new Set() })).toEqual(['hollow']);
  });

  it('asks nobody for an event of a type that no client asks for, and for its delivery all the same', () => {
    const level = event(4, 'stock.level_changed', { uid: 7 });
    const subscribers = [{ ...SHOP, events: ['stock.level_changed' as EventType] }];
    const stored = new Set([labelOf(CART)]);
    const evidence = { events: [CART, level], changes: [asked(CART)], subscribers, stored };
    expect(kinds({ ...evidence, receipts: [receipt(level)] })).toEqual([]);
    expect(kinds({ ...evidence, receipts: [] })).toEqual(['lost']);
  });

  it('finds a change without its event, and an event without its change', () => {
    const evidence = { events: [TEA], receipts: [receipt(TEA)], changes: [asked(TEA)] };
    expect(kinds({ ...evidence, stored: new Set([labelOf(TEA), labelOf(SOAP)]) })).toEqual(['silent']);
    expect(kinds({ ...evidence, stored: new Set() })).toEqual(['hollow']);
  });

  it('says what happened to changes that were cut off', () => {
    const changes = [asked(TEA, 'unknown'), asked(SOAP, 'unknown'), asked(CART)];
    expect(
      figuresOf(evidenceOf({ events: [TEA, CART], receipts: [receipt(TEA), receipt(CART)], changes })),
    ).toMatchObject({ acknowledged: 1, unknownCommitted: 1, unknownRolledBack: 1, expected: 2 });
  });

  it('counts events that a later one overtook', () => {
    expect(countOvertaken([1, 2, 3])).toBe(0);
    expect(countOvertaken([2, 3, 1])).toBe(2);
  });
});

function kinds(parts: Partial<Evidence>): string[] {
  return check(evidenceOf(parts)).map(({ kind }) => kind);
}

/** Evidence in which the tables hold what the events say. */
function evidenceOf(parts: Partial<Evidence>): Evidence {
  const { events = [], receipts = [], changes = [], subscribers = [SHOP] } = parts;
  const stored = parts.stored ?? new Set(events.map(labelOf));
  return { subscribers, events, earlier: new Set(), stored, receipts, changes };
}

function event(sequence: number, type: string, data: StoredEvent['data']): StoredEvent {
  return { id: `event-${sequence}`, sequence, type, aggregate: type, data, at: 1_790_000_000_000 };
}

function receipt({ id, type, data, at }: StoredEvent): Receipt {
  const body = JSON.stringify({ id, type, timestamp: new Date(at).toISOString(), data });
  return { application: SHOP.id, id, body, at: at + 50, accepted: true };
}

function asked(wanted: StoredEvent, outcome: Outcome = 'acknowledged'): Change {
  return { type: wanted.type as EventType, label: labelOf(wanted), group: groupOf(wanted), outcome };
}
