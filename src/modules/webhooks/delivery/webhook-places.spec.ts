import { describe, expect, it } from '@jest/globals';
import { WebhookPlaces, type Place } from './webhook-places.js';

/** The place, if it is there at once. */
function now(entering: Promise<Place>): Promise<Place | undefined> {
  return Promise.race([entering, new Promise<undefined>((resolve) => setImmediate(resolve, undefined))]);
}

describe('the places for deliveries', () => {
  it('are waited for in line when all are taken', async () => {
    const places = new WebhookPlaces(1);
    const first = await places.enter();
    const [second, third] = [places.enter(), places.enter()];
    expect(await now(second)).toBeUndefined();
    first.leave();
    (await second).leave();
    expect(await now(third)).toBeDefined();
  });

  it('are free again for others when those who hold them move aside, as far as there is room', async () => {
    const places = new WebhookPlaces(1);
    const aside: Place[] = [];
    for (let i = 0; i < 4; i += 1) {
      const place = await places.enter();
      place.moveAside();
      place.moveAside();
      aside.push(place);
    }
    const fifth = await places.enter();
    fifth.moveAside();
    const sixth = places.enter();
    expect(await now(sixth)).toBeUndefined();
    aside[0]!.leave();
    fifth.moveAside();
    expect(await now(sixth)).toBeDefined();
  });

  it('have half of the room aside for endpoints that fail, and none at full speed', async () => {
    const places = new WebhookPlaces(1);
    const failing = ['a', 'b', 'c'].map((id) => places.enterFailing(id));
    expect(failing.map((place) => place !== undefined)).toEqual([true, true, false]);
    expect(await now(places.enter())).toBeDefined();
    failing[0]!.leave();
    expect(places.enterFailing('c')).toBeDefined();
  });

  it('go to endpoints that fail in turn: who was turned away comes before who was there already', () => {
    const places = new WebhookPlaces(1);
    const [first, second] = ['a', 'b'].map((id) => places.enterFailing(id));
    expect(['c', 'd'].map((id) => places.enterFailing(id))).toEqual([undefined, undefined]);
    first!.leave();
    expect(['a', 'd'].map((id) => places.enterFailing(id))).toEqual([undefined, undefined]);
    expect(places.enterFailing('c')).toBeDefined();
    second!.leave();
    expect(places.enterFailing('a')).toBeUndefined();
    expect(places.enterFailing('d')).toBeDefined();
  });

  it('are kept for nobody who does not come again', () => {
    let time = 0;
    const places = new WebhookPlaces(1, () => time);
    const [first] = ['a', 'b'].map((id) => places.enterFailing(id));
    expect(places.enterFailing('c')).toBeUndefined();
    first!.leave();
    time = 9_000;
    expect(places.enterFailing('a')).toBeUndefined();
    time = 10_001;
    expect(places.enterFailing('a')).toBeDefined();
  });

  it('are wanted while one of a kind is missing, or an endpoint that fails waits for its turn', async () => {
    let time = 0;
    const places = new WebhookPlaces(1, () => time);
    expect(places.areWanted()).toBe(false);
    const place = await places.enter();
    expect(places.areWanted()).toBe(true);
    place.moveAside();
    expect(places.areWanted()).toBe(false);
    for (const id of ['a', 'b', 'c']) places.enterFailing(id);
    expect(places.areWanted()).toBe(true);
    time = 10_001;
    expect(places.areWanted()).toBe(false);
    (await places.enter()).moveAside();
    expect(places.areWanted()).toBe(true);
  });

  it('leave none for endpoints that fail while others fill the room aside', async () => {
    const places = new WebhookPlaces(1);
    for (let i = 0; i < 4; i += 1) (await places.enter()).moveAside();
    expect(places.enterFailing('a')).toBeUndefined();
  });
});
