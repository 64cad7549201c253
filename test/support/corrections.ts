import { planOf } from '@commerce/commission-engine';
import { Correcting } from '#commissions/corrections/correcting.service.js';
import { Calculation } from '#commissions/runs/index.js';
import type { TestClient } from './factories.js';
import type { Answer, TestApp } from './start-test-app.js';
import { StoredPeriods } from './stored-period.js';

export const CORRECTIONS = '/admin/api/commission-corrections/';

/** Four members, each below the one before. */
export const [TOP, MIDDLE, LOW, LAST] = [1001, 1002, 1003, 1004] as const;

/** A moment in the period, from which moves are dated. */
export const FIFTH = '2026-11-05T00:00:00.000Z';

const UNIT = 10_000;

/** What a job gets that is not ended. */
export const CONTEXT = { signal: new AbortController().signal, progress: () => undefined };

/** 5 % to the first and 10 % to the second member above. */
export const PLAN = planOf({
  ranks: [{ name: 'member' }],
  bonuses: [{ id: 'levels', type: 'unilevel', percents: { member: [5, 10] } }],
});

/** A posted period of those members, and moves that are dated back into it. */
export class Corrections {
  private constructor(
    private readonly app: TestApp,
    readonly root: TestClient,
    readonly other: TestClient,
    readonly runId: number,
  ) {}

  /** Writes the period, in which LOW has volumes of 60 and LAST of 100, and posts it. */
  static async open(app: TestApp): Promise<Corrections> {
    const [root, other] = [await app.make.superAdmin(), await app.make.superAdmin()];
    const runId = await new StoredPeriods(app.database).write({
      plan: PLAN,
      members: [
        { uid: TOP },
        { uid: MIDDLE, sponsor: TOP },
        { uid: LOW, sponsor: MIDDLE },
        { uid: LAST, sponsor: LOW },
      ],
      rows: [
        { member: LOW, qualifying: 60 * UNIT, commissionable: 60 * UNIT },
        { member: LAST, qualifying: 100 * UNIT, commissionable: 100 * UNIT },
      ],
    });
    await app.nest.get(Calculation, { strict: false }).calculate({ runId }, CONTEXT);
    await app.database.query(
      `UPDATE commission_runs SET kind = 'final', status = 'posted', posted_at = now() WHERE id = $1`,
      [runId],
    );
    return new Corrections(app, root, other, runId);
  }

  move(uid: number, body: object, client = this.root): Promise<Answer> {
    const fields = { tree: 'sponsor', reason: 'wrong sponsor', from: FIFTH, ...body };
    return client.post(`/admin/api/network/${uid}/move/`, fields);
  }

  /** Moves a member, and does the job of the correction here; its id. */
  async moved(uid: number, parentUid: number, client = this.root): Promise<number> {
    const { status, text, body } = await this.move(uid, { parent_uid: parentUid }, client);
    if (status !== 200) throw new Error(`a move was answered with ${status} ${text}`);
    const id = body.data.correction_id as number;
    await this.calculate(id);
    return id;
  }

  calculate(correctionId: number): Promise<void> {
    return this.app.nest.get(Correcting, { strict: false }).correct({ correctionId }, CONTEXT);
  }

  act(id: number, what: string, client: TestClient): Promise<Answer> {
    return client.post(`${CORRECTIONS}${id}/${what}/`);
  }

  async read(id: number): Promise<Answer['body']['data']> {
    return (await this.root.get(`${CORRECTIONS}${id}/`)).body.data;
  }
}

/** The status of a refusal, with the first message of each field. */
export function refusal({ status, body }: Answer): unknown[] {
  const errors = Object.entries(body.errors as Record<string, { message: string }[]>);
  return [status, errors.map(([field, [first]]) => [field, first!.message])];
}
