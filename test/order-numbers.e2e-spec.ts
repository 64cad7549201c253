import { Injectable, Module } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import { createLogger } from '#common/logging/logger.js';
import { OrderNumbers } from '../src/index.js';
import type { TestClient } from './support/factories.js';
import { useTestApp } from './support/use-test-app.js';

const ROUNDS = 5;
const RACERS = 4;

@Injectable()
class GivenNumbers extends OrderNumbers {
  static next: unknown;

  next(): string {
    return GivenNumbers.next as string;
  }
}

@Module({})
class NumbersModule {}

const app = await useTestApp();
const member = await app.make.member();
const product_id = (await app.make.catalogue.product()).id;

const lines: string[] = [];
const replaced = await useTestApp({
  extensions: [{ module: NumbersModule, replaces: [{ provide: OrderNumbers, useClass: GivenNumbers }] }],
  logger: createLogger('error', { write: (line) => void lines.push(line) }),
});
const soap = await replaced.make.catalogue.product();

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

describe('order numbers of an extension', () => {
  const place = async (number: unknown) => {
    const buyer = await replaced.make.member();
    await buyer.post('commerce/add-cart-item/', { product_id: soap.id });
    GivenNumbers.next = number;
    lines.length = 0;
    return buyer.post('commerce/create-order/');
  };

  it.each([
    [undefined, 'undefined'],
    ['', "''"],
    [17, '17'],
    ['A\n1', "'A\\n1'"],
    ['9'.repeat(41), `'${'9'.repeat(41)}'`],
  ])('are taken for a defect that the log names: %j', async (number, said) => {
    expect((await place(number)).status).toBe(500);
    const { stack } = JSON.parse(lines[0]!) as { stack: string };
    expect(stack).toContain(`OrderNumbers answered ${said}, and not a text of 1 to 40 characters without control`);
  });

  it('are named by the log where another order has them', async () => {
    const number = '\u{1f9fc}'.repeat(40);
    expect((await place(number)).body.data).toMatchObject({ order_number: number });
    expect((await place(number)).status).toBe(500);
    expect((JSON.parse(lines[0]!) as { stack: string }).stack).toContain('which another order has');
  });
});
