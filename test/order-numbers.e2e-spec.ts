import { describe, expect, it } from '@jest/globals';
import type { TestClient } from './support/factories.js';
import { useTestApp } from './support/use-test-app.js';

const ROUNDS = 5;
const RACERS = 4;

const app = await useTestApp();
const member = await app.make.member();
const product_id = (await app.make.catalogue.product()).id;

describe('order numbers', () => {
  const fill = (one: TestClient) => one.post('commerce/add-cart-item/', { product_id });
  const place = (headers: Record<string, string> = {}) => member.post('commerce/create-order/', {}, { headers });

  it('have no gaps, however many orders lose a race, are refused or are asked for again', async () => {
    const numbers: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      // A cart that nobody ever places.
      await fill(await app.make.member());
      await fill(member);
      expect((await place({ 'if-match': '"9999"' })).status).toBe(409);
      const key = { 'idempotency-key': `round-${round}` };
      const answers = await Promise.all(
        Array.from({ length: RACERS }, (_, racer) => place(racer % 2 === 0 ? {} : key)),
      );
      const placed = answers.filter(({ status }) => status === 200);
      expect(new Set(placed.map(({ text }) => text)).size).toBe(1);
      expect((await place()).status).toBe(400);
      numbers.push(Number(placed[0]!.body.data.order_number.split('-')[1]));
    }
    expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! + index));
  });
});
