import { describe, expect, it, jest } from '@jest/globals';
import {
  Body,
  type CallHandler,
  Controller,
  type ExecutionContext,
  HttpCode,
  Module,
  type NestInterceptor,
  Post,
  UseInterceptors,
} from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import { Access } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { AppError } from '#common/errors/app-error.js';
import { HandlerRegistry, type CommerceEvent } from '#common/events/index.js';
import { Bare } from '#common/http/envelope.js';
import { IdempotencyInterceptor } from '#common/http/idempotency.interceptor.js';
import { MAX_RESPONSES, MAX_RESPONSE_BYTES } from '#common/http/idempotency-store.js';
import { SessionEndings } from '#people/sessions/index.js';
import { PASSWORD, type TestClient } from './support/factories.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

/** An interceptor of an extension. */
class Doubling implements NestInterceptor<{ ticket: number }> {
  intercept(_context: ExecutionContext, next: CallHandler<{ ticket: number }>): Observable<unknown> {
    return next.handle().pipe(map(({ ticket }) => ({ ticket, double: 2 * ticket })));
  }
}

/** What only an extension has: changes that are answered without the envelope. */
@Bare()
@Access('application')
@Controller({ version: '1' })
class TicketController {
  private count = 0;

  @Post('double-tickets')
  @UseInterceptors(Doubling)
  drawDouble(): { ticket: number } {
    return this.draw({});
  }

  @Post('tickets')
  @HttpCode(201)
  draw(@Body() { isSoldOut }: { isSoldOut?: boolean }): { ticket: number } {
    if (isSoldOut) throw AppError.notFound('A ticket');
    this.count += 1;
    return { ticket: this.count };
  }
}

/** Says as much as a cart of 500 lines does. */
@Access('user')
@Controller({ version: '1' })
class LongAnswerController {
  @Post('long-answers')
  answer(): { lines: object[] } {
    return { lines: Array.from({ length: 500 }, (_, n) => ({ id: n, sku: `TEA-${n}`, name: `Tea ${n} `.repeat(50) })) };
  }
}

@Module({ controllers: [TicketController, LongAnswerController] })
class TicketModule {}

const app = await useTestApp({ extensions: [{ module: TicketModule }] });
const shop = await app.make.application();
const member = await app.make.member(shop);
const { id: productId } = await app.make.catalogue.product();

describe('Idempotency-Key', () => {
  function add(client: TestClient, key: string, payload: object = { product_id: productId }): Promise<Answer> {
    return client.post('commerce/add-cart-item/', payload, { headers: { 'idempotency-key': key } });
  }

  async function quantity(client: TestClient): Promise<number> {
    return (await client.get('commerce/cart-items/')).body.data.totals.quantity as number;
  }

  it('gives the first answer again and changes nothing more', async () => {
    const client = await app.make.member(shop);
    const first = await add(client, 'a');
    const again = await add(client, 'a');
    expect(first.status).toBe(200);
    expect(again.text).toBe(first.text);
    expect(again.headers['content-type']).toBe(first.headers['content-type']);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
    expect(await quantity(client)).toBe(1);
  });

  it('answers 422 to another body or another address under the same key', async () => {
    const client = await app.make.member(shop);
    await add(client, 'b');
    expect(await add(client, 'b', { product_id: productId, quantity: 2 })).toMatchObject({
      status: 422,
      body: { type: 'Idempotency Conflict' },
    });
    const other = await client.post(
      'commerce/wishlist-add/',
      { product_id: productId },
      { headers: { 'idempotency-key': 'b' } },
    );
    expect(other.status).toBe(422);
  });

  it('answers 422 to another If-Match under the same key, and gives the first answer to the same one', async () => {
    const client = await app.make.member(shop);
    const change = (version: string): Promise<Answer> =>
      client.post(
        'commerce/add-cart-item/',
        { product_id: productId },
        { headers: { 'idempotency-key': 'if', 'if-match': version } },
      );
    const refused = await change('3');
    expect(refused.status).toBe(409);
    expect((await change('3')).text).toBe(refused.text);
    expect((await change('0')).status).toBe(422);
    expect(await quantity(client)).toBe(0);
  });

  it('keeps keys of users and applications apart', async () => {
    const [one, two] = await Promise.all([app.make.member(shop), app.make.member(shop)]);
    await add(one, 'c');
    expect((await add(two, 'c')).headers).not.toHaveProperty('idempotency-replayed');
    expect(await quantity(two)).toBe(1);
  });

  it('applies 20 requests at the same time once; those that come too early are 409', async () => {
    const client = await app.make.member(shop);
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(client, 'd')));
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(await quantity(client)).toBe(1);
  });

  it('keeps a refusal as well', async () => {
    const client = await app.make.member(shop);
    const missing = await add(client, 'e', { product_id: 999_999_999 });
    const again = await add(client, 'e', { product_id: 999_999_999 });
    expect(missing.status).toBe(400);
    expect(again.text).toBe(missing.text);
    expect(again.headers['x-request-id']).toBe(again.body.request_id);
  });

  it('repeats what a bare route of an extension answered, as bare as it was', async () => {
    const draw = (key: string, payload: object = {}): Promise<Answer> =>
      member.post('tickets', payload, { headers: { 'idempotency-key': key } });
    const first = await draw('bare');
    expect(first).toMatchObject({ status: 201, body: { ticket: 1 } });
    const again = await draw('bare');
    expect(again).toMatchObject({ status: 201, text: first.text, headers: { 'idempotency-replayed': 'true' } });
    const refused = await draw('bare refusal', { isSoldOut: true });
    expect(refused).toMatchObject({ status: 404, body: { status_code: 404 } });
    expect((await draw('bare refusal', { isSoldOut: true })).text).toBe(refused.text);
    expect((await draw('next')).body).toEqual({ ticket: 2 });
  });

  it('keeps no failure of ours: the same request may succeed later', async () => {
    const client = await app.make.member(shop);
    const sessions = app.nest.get(SessionEndings, { strict: false });
    const end = jest.spyOn(sessions, 'end').mockRejectedValue(new AppError('SERVICE_UNAVAILABLE', 'not now'));
    const headers = { 'idempotency-key': 'f' };
    expect((await client.post('logout/', {}, { headers })).status).toBe(503);
    end.mockRestore();
    expect((await client.post('logout/', {}, { headers })).status).toBe(200);
  });

  it('says when to ask again while the first request is still running', async () => {
    const client = await app.make.member(shop);
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const end = jest.spyOn(app.nest.get(SessionEndings, { strict: false }), 'end').mockImplementation(async () => {
      begun.resolve();
      await goOn.promise;
      return undefined;
    });
    const logOut = (): Promise<Answer> => client.post('logout/', {}, { headers: { 'idempotency-key': 'running' } });
    const first = logOut();
    await begun.promise;
    expect(await logOut()).toMatchObject({ status: 409, headers: { 'retry-after': '1' } });
    goOn.resolve();
    expect((await first).status).toBe(200);
    end.mockRestore();
  });

  it.each(['', ' ', 'x'.repeat(256)])('refuses the key "%s"', async (key) => {
    const answer = await add(member, key);
    expect(answer).toMatchObject({ status: 400, body: { type: 'Validation Error' } });
    expect(answer.body.errors).toHaveProperty('Idempotency-Key');
  });

  it('is not looked at in a GET request', async () => {
    const answer = await member.get('commerce/cart-items/', { headers: { 'idempotency-key': '' } });
    expect(answer.status).toBe(200);
  });

  it('writes the record with the change: neither without the other', async () => {
    const client = await app.make.member(shop);
    await app.database.query('ALTER TABLE idempotency_records ADD CONSTRAINT no_more CHECK (false) NOT VALID');
    expect((await add(client, 'g')).status).toBe(500);
    await app.database.query('ALTER TABLE idempotency_records DROP CONSTRAINT no_more');
    expect(await quantity(client)).toBe(0);
    expect((await add(client, 'g')).headers).not.toHaveProperty('idempotency-replayed');
    expect(await quantity(client)).toBe(1);
  });

  it('stores no token that an answer held, and no password that a request held', async () => {
    const user = await app.make.user({ username: 'careful' });
    const answer = await app.send('POST', 'token/', {
      headers: { apikey: shop.apikey, 'idempotency-key': 'h' },
      payload: { username: user.username, password: PASSWORD },
    });
    const again = await app.send('POST', 'token/', {
      headers: { apikey: shop.apikey, 'idempotency-key': 'h' },
      payload: { username: user.username, password: PASSWORD },
    });
    expect(again.body.data.refresh_token).toBe(answer.body.data.refresh_token);
    const rows = await app.database.query<{ key_hash: Buffer; fingerprint: Buffer; body: Buffer }>(
      'SELECT * FROM idempotency_records',
    );
    for (const { body } of rows) expect(body.toString('latin1')).not.toContain('rt_');
  });

  it('keeps what a refusal was meant to leave behind: a stolen refresh token still ends its family', async () => {
    const user = await app.make.user();
    const token = (payload: object, headers: Record<string, string> = {}) =>
      app.send('POST', 'token/', { headers: { apikey: shop.apikey, ...headers }, payload });
    const first = (await token({ username: user.username, password: PASSWORD })).body.data.refresh_token as string;
    const second = (await token({ refresh_token: first })).body.data.refresh_token as string;
    const third = (await token({ refresh_token: second })).body.data.refresh_token as string;
    expect((await token({ refresh_token: first }, { 'idempotency-key': 'thief' })).status).toBe(401);
    expect((await token({ refresh_token: third })).status).toBe(401);
  });

  it('lets more requests at the same time through than there are connections, also those that need a second one', async () => {
    const user = await app.make.user();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        app.send('POST', 'token/', {
          headers: { apikey: shop.apikey, 'idempotency-key': `crowd-${n}` },
          remoteAddress: `10.0.0.${n}`,
          payload: { username: user.username, password: PASSWORD },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200));
  });

  it('lets listeners hear nothing of what a refusal undid', async () => {
    const client = await app.make.member(shop);
    const heard: CommerceEvent[] = [];
    const registry = app.nest.get(HandlerRegistry, { strict: false });
    const notify = jest.spyOn(registry, 'notifyListeners').mockImplementation((event) => void heard.push(event));
    const audit = app.nest.get(AuditLog, { strict: false });
    const refuse = jest.spyOn(audit, 'recordForAnother').mockRejectedValue(new AppError('CONFLICT', 'refused late'));
    expect((await add(client, 'late')).status).toBe(409);
    refuse.mockRestore();
    notify.mockRestore();
    expect(heard).toEqual([]);
    expect(await quantity(client)).toBe(0);
  });

  it('costs nothing without one: its interceptor is not asked, those of extensions are', async () => {
    const asked = jest.spyOn(app.nest.get(IdempotencyInterceptor, { strict: false }), 'intercept');
    const draw = async (headers = {}): Promise<{ ticket: number; double: number }> => {
      const { body } = await member.post('double-tickets', {}, { headers });
      return body;
    };
    const first = await draw();
    const second = await draw();
    expect(second).toEqual({ ticket: first.ticket + 1, double: 2 * first.ticket + 2 });
    expect(asked).not.toHaveBeenCalled();
    const kept = await draw({ 'idempotency-key': 'double' });
    expect(kept.double).toBe(2 * kept.ticket);
    expect(await draw({ 'idempotency-key': 'double' })).toEqual(kept);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  describe('what is kept', () => {
    const long = (client: TestClient, key: string): Promise<Answer> =>
      client.post('long-answers', {}, { headers: { 'idempotency-key': key } });
    const rowsOf = (owner: Buffer): Promise<{ bytes: number; size: number }[]> =>
      app.database.query('SELECT octet_length(body) AS bytes, size FROM idempotency_records WHERE owner = $1', [owner]);

    /** The owner of the answer that was kept last. */
    async function lastOwner(): Promise<Buffer> {
      const [row] = await app.database.query<{ owner: Buffer }>(
        'SELECT owner FROM idempotency_records WHERE owner IS NOT NULL ORDER BY expires_at DESC LIMIT 1',
      );
      return row!.owner;
    }

    /** As if the owner of an answer had sent more requests after it. */
    async function sendMore(owner: Buffer, count: number, size: number): Promise<void> {
      await app.database.query(
        `INSERT INTO idempotency_records (key_hash, fingerprint, status, body, owner, size, expires_at)
         SELECT sha256(r.key_hash || n::text::bytea), fingerprint, status, body, owner, $2,
                r.expires_at + n * interval '1 microsecond'
           FROM (SELECT * FROM idempotency_records WHERE owner = $1 LIMIT 1) r, generate_series(1, $3::int) AS n`,
        [owner, size, count],
      );
    }

    it('is compressed, and given again byte for byte', async () => {
      const client = await app.make.member(shop);
      const first = await long(client, 'long');
      const [row] = await rowsOf(await lastOwner());
      expect(row!.bytes * 8).toBeLessThan(first.text.length);
      expect(await long(client, 'long')).toMatchObject({
        status: 200,
        text: first.text,
        headers: { 'idempotency-replayed': 'true', 'content-type': first.headers['content-type'] },
      });
    });

    it.each([
      ['number', MAX_RESPONSES, 300],
      ['bytes', 4, MAX_RESPONSE_BYTES / 4],
    ])('of one user has a most in %s: the oldest go, nothing of others', async (_what, count, size) => {
      const [client, other] = [await app.make.member(shop), await app.make.member(shop)];
      await long(other, 'mine');
      await long(client, 'oldest');
      const owner = await lastOwner();
      await sendMore(owner, count, size);
      await long(client, 'newest');
      const rows = await rowsOf(owner);
      expect(rows.length).toBeLessThanOrEqual(MAX_RESPONSES);
      expect(rows.length).toBeGreaterThanOrEqual(count - 1);
      expect(rows.reduce((sum, row) => sum + row.size, 0)).toBeLessThanOrEqual(MAX_RESPONSE_BYTES);
      expect((await long(client, 'newest')).headers).toHaveProperty('idempotency-replayed');
      expect((await long(other, 'mine')).headers).toHaveProperty('idempotency-replayed');
      expect((await long(client, 'oldest')).headers).not.toHaveProperty('idempotency-replayed');
    });

    it('is the newest answer at least, however large', async () => {
      const client = await app.make.member(shop);
      await long(client, 'large');
      await app.database.query('UPDATE idempotency_records SET size = $1 WHERE owner = $2', [
        2 * MAX_RESPONSE_BYTES,
        await lastOwner(),
      ]);
      expect((await long(client, 'large')).headers).toHaveProperty('idempotency-replayed');
      await long(client, 'larger');
      expect((await long(client, 'larger')).headers).toHaveProperty('idempotency-replayed');
    });

    it('counts for each address where there is no user: no stranger pushes out what others were told', async () => {
      const user = await app.make.user();
      const ownerAt = async (remoteAddress: string): Promise<string> => {
        const headers = { apikey: shop.apikey, 'idempotency-key': `from ${remoteAddress}` };
        const payload = { username: user.username, password: PASSWORD };
        expect((await app.send('POST', 'token/', { headers, payload, remoteAddress })).status).toBe(200);
        return (await lastOwner()).toString('hex');
      };
      const first = await ownerAt('203.0.113.1');
      expect(await ownerAt('203.0.113.2')).not.toBe(first);
      expect(await ownerAt('2001:db8::1')).toBe(await ownerAt('2001:db8::2'));
    });

    it('of before there were quotas is given again, and counts for nobody', async () => {
      const client = await app.make.member(shop);
      const first = await add(client, 'earlier');
      await app.database.query('UPDATE idempotency_records SET owner = NULL, size = 0 WHERE owner = $1', [
        await lastOwner(),
      ]);
      expect(await add(client, 'earlier')).toMatchObject({
        text: first.text,
        headers: { 'idempotency-replayed': 'true' },
      });
    });
  });

  it('forgets after 24 hours', async () => {
    const client = await app.make.member(shop);
    await add(client, 'i');
    await app.database.query(`UPDATE idempotency_records SET expires_at = now()`);
    expect((await add(client, 'i', { product_id: productId, quantity: 3 })).status).toBe(200);
    expect(await quantity(client)).toBe(4);
  });
});
