import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchDatabase } from './database.js';
import { timesOf, type Times } from './network-times.js';
import type { ServerProcess } from './server-process.js';
import { openApplication, post, type Shop } from './shop.js';
import { startService } from './sides.js';

const PORT = '22150';

/** Sign-ups by each rule, and moves. */
const SIGN_UPS = 40;
const MOVES = 20;

/** The rules by which the service chooses a place. */
const SPILLS = ['left', 'right', 'lesser_volume', 'breadth_first'] as const;

/** What a service with a network was asked: names and times. */
export type ServiceTimes = readonly (readonly [name: string, times: Times])[];

/** Starts the service on a network, and asks it for what writes: sign-ups below the member at the top by each rule, and moves. */
export async function measureService({ url }: BenchDatabase, members: number): Promise<ServiceTimes> {
  const service = await startService(url, PORT);
  try {
    return await new NetworkService(service, await openApplication(service), members).measure();
  } finally {
    await service.stop();
  }
}

/** Waits until a dry run of a move tells volumes: then the trees are in the service's memory. */
export async function networkLoaded(
  service: ServerProcess,
  admin: { authorization: string },
  { top, last }: { top: number; last: number },
): Promise<void> {
  const dryRun = { tree: 'sponsor', parent_uid: top, reason: 'bench', dry_run: true };
  for (;;) {
    const { volumes } = await post(service, `/admin/api/network/${last}/move/`, admin, dryRun);
    if (volumes !== null) return;
    await sleep(1_000);
  }
}

class NetworkService {
  private signedUp = 0;
  private readonly admin: { authorization: string };
  private readonly client: { apikey: string; authorization: string };

  constructor(
    private readonly service: ServerProcess,
    { authorization, apikey, apiAdmin }: Pick<Shop, 'apikey' | 'apiAdmin'> & { authorization: string },
    private readonly members: number,
  ) {
    this.admin = { authorization };
    this.client = { apikey, authorization: `Bearer ${apiAdmin.accessToken}` };
  }

  async measure(): Promise<ServiceTimes> {
    await networkLoaded(this.service, this.admin, { top: 1, last: this.members });
    const all: [string, Times][] = [];
    let last = 0;
    for (const spill of SPILLS) {
      await post(this.service, '/admin/api/network/settings/', this.admin, { spill }, 'PATCH');
      all.push([`sign-up, ${spill}`, await this.times(SIGN_UPS, async () => (last = await this.signUp()))]);
    }
    const [first, bottom] = [2, this.members];
    // All below the second member, and somebody to the end of the longest way.
    all.push(['dry run, a large part', await this.times(MOVES, () => this.move(first, last, true))]);
    all.push(['dry run, to the bottom', await this.times(MOVES, () => this.move(last, bottom, true))]);
    let turn = 0;
    const there = (): Promise<void> => this.move(last, (turn += 1) % 2 === 0 ? first : bottom, false);
    all.push(['move, to the bottom and back', await this.times(MOVES, there)]);
    return all;
  }

  private async signUp(): Promise<number> {
    this.signedUp += 1;
    const username = `newcomer-${this.signedUp}`;
    const { uid } = await post(this.service, '/api/v1/user/signup/', this.client, {
      username,
      email: `${username}@example.com`,
      password: 'a good password',
      first_name: 'Maria',
      last_name: 'Schmidt',
      country_code: 'DE',
      sponsor: 'member-1',
    });
    return Number(uid);
  }

  private async move(uid: number, parent_uid: number, dry_run: boolean): Promise<void> {
    const body = { tree: 'sponsor', parent_uid, reason: 'bench', dry_run };
    await post(this.service, `/admin/api/network/${uid}/move/`, this.admin, body);
  }

  private async times(count: number, act: () => Promise<unknown>): Promise<Times> {
    return timesOf(count, act, () => this.service.cpu() / 1_000);
  }
}
