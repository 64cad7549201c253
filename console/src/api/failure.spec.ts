import { describe, expect, it } from '@jest/globals';
import { failureOf } from './failure';
import { formatDate } from './words';

describe('what the service says of a failure', () => {
  it('has no instants in ISO, and no path with brackets', async () => {
    const at = '2026-12-01T00:00:00.000Z';
    const message = `ends at ${at}; until then only previews can be made`;
    const failure = await failureOf(
      Response.json(
        { type: 'Conflict', message: `products[1].price: ${message}`, errors: { period: [{ message }] } },
        { status: 409 },
      ),
    );
    expect(failure.message).toBe(`Products 2, price: ends at ${formatDate(at)}; until then only previews can be made`);
    expect(failure.fields.period).toMatchObject([
      { at, message: expect.stringContaining(`ends at ${formatDate(at)};`) },
    ]);
  });
});
