import { describe, expect, it } from '@jest/globals';
import { WebhookSlots, type WebhookSlot } from './webhook-slots.js';

/** The slot, if it is free at once. */
function now(acquiring: Promise<WebhookSlot>): Promise<WebhookSlot | undefined> {
  return Promise.race([acquiring, new Promise<undefined>((resolve) => setImmediate(resolve, undefined))]);
}

describe('the slots for deliveries', () => {
  it('are waited for in order when all are taken', async () => {
    const slots = new WebhookSlots(1);
    const first = await slots.acquire();
    const [second, third] = [slots.acquire(), slots.acquire()];
    expect(await now(second)).toBeUndefined();
    first.release();
    (await second).release();
    expect(await now(third)).toBeDefined();
  });

  it('are free again for others when slow deliveries exchange them, as far as there are slow ones', async () => {
    const slots = new WebhookSlots(1);
    const slow: WebhookSlot[] = [];
    for (let i = 0; i < 4; i += 1) {
      const slot = await slots.acquire();
      slot.makeSlow();
      slot.makeSlow();
      slow.push(slot);
    }
    const fifth = await slots.acquire();
    fifth.makeSlow();
    const sixth = slots.acquire();
    expect(await now(sixth)).toBeUndefined();
    slow[0]!.release();
    fifth.makeSlow();
    expect(await now(sixth)).toBeDefined();
  });

  it('are for endpoints that fail half of the slow ones, and no fast one', async () => {
    const slots = new WebhookSlots(1);
    const failing = ['a', 'b', 'c'].map((id) => slots.tryAcquireFailing(id));
    expect(failing.map((slot) => slot !== undefined)).toEqual([true, true, false]);
    expect(await now(slots.acquire())).toBeDefined();
    failing[0]!.release();
    expect(slots.tryAcquireFailing('c')).toBeDefined();
  });

  it('go to endpoints that fail in turn: who was refused comes before who was there already', () => {
    const slots = new WebhookSlots(1);
    const [first, second] = ['a', 'b'].map((id) => slots.tryAcquireFailing(id));
    expect(['c', 'd'].map((id) => slots.tryAcquireFailing(id))).toEqual([undefined, undefined]);
    first!.release();
    expect(['a', 'd'].map((id) => slots.tryAcquireFailing(id))).toEqual([undefined, undefined]);
    expect(slots.tryAcquireFailing('c')).toBeDefined();
    second!.release();
    expect(slots.tryAcquireFailing('a')).toBeUndefined();
    expect(slots.tryAcquireFailing('d')).toBeDefined();
  });

  it('are kept for no application that does not come again', () => {
    let time = 0;
    const slots = new WebhookSlots(1, () => time);
    const [first] = ['a', 'b'].map((id) => slots.tryAcquireFailing(id));
    expect(slots.tryAcquireFailing('c')).toBeUndefined();
    first!.release();
    time = 9_000;
    expect(slots.tryAcquireFailing('a')).toBeUndefined();
    time = 10_001;
    expect(slots.tryAcquireFailing('a')).toBeDefined();
  });

  it('are scarce while none of a kind is free, or an endpoint that fails waits for its turn', async () => {
    let time = 0;
    const slots = new WebhookSlots(1, () => time);
    expect(slots.areContended()).toBe(false);
    const slot = await slots.acquire();
    expect(slots.areContended()).toBe(true);
    slot.makeSlow();
    expect(slots.areContended()).toBe(false);
    for (const id of ['a', 'b', 'c']) slots.tryAcquireFailing(id);
    expect(slots.areContended()).toBe(true);
    time = 10_001;
    expect(slots.areContended()).toBe(false);
    (await slots.acquire()).makeSlow();
    expect(slots.areContended()).toBe(true);
  });

  it('leave none for endpoints that fail while others hold all slow ones', async () => {
    const slots = new WebhookSlots(1);
    for (let i = 0; i < 4; i += 1) (await slots.acquire()).makeSlow();
    expect(slots.tryAcquireFailing('a')).toBeUndefined();
  });
});
