import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { PayoutDetails, type PayoutAccount } from '#commissions/payouts/index.js';
import { MoneyHands, PAYOUTS } from './support/payouts.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';

const IBAN = 'DE89370400440532013000';
const ACH = { routing_number: '021000021', account_number: '5550042' };

/** Accounts of the test’s members. */
const accounts = new Map<number, PayoutAccount>();

@Injectable()
class TestDetails extends PayoutDetails {
  of(uids: readonly number[]): Promise<ReadonlyMap<number, PayoutAccount>> {
    return Promise.resolve(new Map([...accounts].filter(([uid]) => uids.includes(uid))));
  }

  payer(): Promise<PayoutAccount> {
    return Promise.resolve({ ...ACH, holder: 'Example GmbH', iban: IBAN, company_id: '1234567890' });
  }
}

@Module({})
class TestDetailsModule {}

const extension = { module: TestDetailsModule, replaces: [{ provide: PayoutDetails, useClass: TestDetails }] };

let app: TestApp;
let hands: MoneyHands;

beforeAll(async () => {
  app = await startTestApp({ extensions: [extension], config: { currency: 'EUR' } });
  hands = await MoneyHands.of(app);
});
afterAll(() => app.stop());
beforeEach(() => hands.drain());

async function payable(amount: number, account?: PayoutAccount): Promise<number> {
  const { uid } = await hands.earner(amount);
  if (account !== undefined) accounts.set(uid, account);
  return uid;
}

const file = (id: number, query: string, client = hands.root): Promise<Answer> =>
  client.get(`${PAYOUTS}${id}/bank-file/?${query}`);

describe('payout details of an extension', () => {
  it('leave out of a batch who has no account, and the preview says so', async () => {
    const [paid, without] = [await payable(10, { holder: 'Maria', iban: IBAN }), await payable(20)];
    const preview = await hands.ok(hands.root.post(`${PAYOUTS}preview/`, { reason: 'no_account' }));
    expect(preview).toMatchObject({ members: 1, amount: 10, people: [{ uid: without, balance: 20 }] });
    expect(preview.left_out).toEqual(expect.arrayContaining([{ reason: 'no_account', members: 1, amount: 20 }]));
    const items = await hands.items(await hands.made());
    expect(items.map(({ uid }) => uid)).toEqual([paid]);
  });
});

describe('a file for the bank', () => {
  it('has the columns that were chosen, the accounts, and nothing that a spreadsheet would run', async () => {
    const first = await payable(10, { holder: '=1+1', iban: IBAN, routing_number: '021000021', account_number: '12' });
    await payable(20.5, { holder: 'Marta', iban: IBAN });
    const id = await hands.released();
    const [one, other] = await hands.items(id);
    const { text, headers } = await file(id, 'format=csv&columns=amount,reference,holder,iban');
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(
        new RegExp(`filename="bank-file-${id}-\\d{4}-\\d{2}-\\d{2}\\.csv"$`),
      ),
    });
    expect(text.split('\n')).toEqual([
      'reference,holder,iban,amount',
      `P${id}-${one!.id},'=1+1,${IBAN},10.00`,
      `P${id}-${other!.id},Marta,${IBAN},20.50`,
      '',
    ]);
    expect(one!.uid).toBe(first);
    // What is marked is in no file any more.
    await hands.ok(hands.root.post(`${PAYOUTS}${id}/items/${one!.id}/paid/`, { reference: 'T' }));
    const rest = await file(id, 'format=csv');
    expect(rest.text.split('\n')).toHaveLength(3);
    expect(rest.text.split('\n')[0]).toBe(
      'reference,holder,iban,bic,routing_number,account_number,amount,currency_code',
    );
    expect((await file(id, 'format=csv&columns=password')).status).toBe(400);
    expect((await file(id, 'format=xls')).status).toBe(400);
  });

  it('is SEPA by ISO 20022, of items with an account that can be paid', async () => {
    await payable(10.01, { holder: 'Maria', iban: IBAN });
    const broken = await payable(20, { holder: 'Marta', iban: 'DE00370400440532013000' });
    const id = await hands.released();
    expect(await file(id, 'format=pain.001')).toMatchObject({ status: 409, body: { code: 'no_accounts' } });
    expect(await file(id, 'format=nacha')).toMatchObject({ status: 409, body: { code: 'file_in_other_currency' } });
    const { text, headers } = await file(id, 'format=pain.001&payable_only=true');
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(text).toContain('<CtrlSum>10.01</CtrlSum>');
    expect(text).not.toContain(`<EndToEndId>P${id}-${(await hands.items(id, `&uid=${broken}`))[0]!.id}</EndToEndId>`);
    expect(await file(id, 'format=pain.001&part=2')).toMatchObject({ status: 409, body: { code: 'nothing_left' } });
  });

  it('is of a released payout alone, and of who may move money; it is audited without what is in it', async () => {
    await payable(7, { holder: 'Maria', iban: IBAN });
    const id = await hands.made();
    expect((await file(id, 'format=csv')).status).toBe(409);
    expect((await file(id, 'format=pain.001')).status).toBe(409);
    expect((await file(99_999_999, 'format=csv')).status).toBe(404);
    await hands.ok(hands.other.post(`${PAYOUTS}${id}/release/`));
    expect((await file(id, 'format=csv', await app.make.admin(['auditor']))).status).toBe(403);
    expect((await file(id, 'format=csv', await app.make.admin(['support']))).status).toBe(403);
    expect((await file(id, 'format=csv', await app.make.admin(['finance']))).status).toBe(200);
    const sql = `SELECT after::text AS after FROM audit_entries WHERE action = 'payout.bank-file' AND entity_id = $1`;
    const audited = await app.database.query<{ after: string }>(sql, [String(id)]);
    expect(audited).toHaveLength(1);
    expect(audited[0]!.after).not.toContain(IBAN);
    // Nor does the service keep it anywhere else.
    expect(await app.database.query(`SELECT FROM events WHERE data::text LIKE '%${IBAN}%'`)).toEqual([]);
  });
});

describe('a file for the bank of a company that pays in dollars', () => {
  let dollars: MoneyHands;
  let american: TestApp;

  beforeAll(async () => {
    american = await startTestApp({ extensions: [extension] });
    dollars = await MoneyHands.of(american);
  });
  afterAll(() => american.stop());

  it('is of ACH credits, of items with an account that can be paid', async () => {
    const { uid } = await dollars.earner(10.01);
    accounts.set(uid, { ...ACH, holder: 'Maria' });
    const { uid: broken } = await dollars.earner(20);
    accounts.set(broken, { ...ACH, holder: 'Marta', routing_number: '021000022' });
    const id = await dollars.released();
    expect(await file(id, 'format=pain.001', dollars.root)).toMatchObject({ body: { code: 'file_in_other_currency' } });
    expect(await file(id, 'format=nacha', dollars.root)).toMatchObject({ status: 409, body: { code: 'no_accounts' } });
    const { text, headers } = await file(id, 'format=nacha&payable_only=true', dollars.root);
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="payout-${id}-1.ach"`,
    });
    const [item] = await dollars.items(id, `&uid=${uid}`);
    expect(text.split('\r\n').filter((line) => line.startsWith('6'))).toEqual([
      expect.stringMatching(new RegExp(`^622021000021${ACH.account_number} {10}0000001001P${id}-${item!.id} +Maria `)),
    ]);
    const sql = `SELECT after::text AS after FROM audit_entries WHERE action = 'payout.bank-file'`;
    const [audited] = await american.database.query<{ after: string }>(sql);
    expect(JSON.parse(audited!.after)).toEqual({ format: 'nacha', part: 1, transfers: 1, left_out: 1 });
  });
});
