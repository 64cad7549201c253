import { Body, Injectable, Module, Param } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import { ApiProperty } from '#common/openapi/decorators.js';
import {
  AdminController,
  ClientController,
  Database,
  Endpoint,
  EventRecorder,
  IntegerField,
  Job,
  JobQueue,
  JobType,
  Settings,
  Subscriber,
  CallerParam,
  z,
  type Caller,
  type EventDeclarations,
  type Extension,
  type PayloadsOf,
  type PermissionDeclarations,
  type RecordedEvent,
} from '../src/index.js';
import type { EntityManager } from 'typeorm';
import { until } from './support/until.js';
import { useReceiver, useTestApp } from './support/use-test-app.js';

class PartsGivenData {
  @ApiProperty({ type: 'integer', example: 5, description: 'the member' })
  uid!: number;

  @ApiProperty({ type: 'integer', example: 100 })
  points!: number;
}

const EVENTS = {
  'parts.points.given': {
    aggregate: 'points',
    data: PartsGivenData,
    summary: 'A member was given points',
    description: 'Sent when an admin gives points.',
  },
} satisfies EventDeclarations;

const PERMISSIONS = {
  'points.read': { roles: [], description: 'Reads the points of members.' },
  'points.write': { roles: ['support'], description: 'Gives points to members.' },
} satisfies PermissionDeclarations;

declare module '../src/common/events/event-types.js' {
  interface EventPayloads extends PayloadsOf<typeof EVENTS> {}
}
type Names = typeof PERMISSIONS;
declare module '../src/common/access/roles.js' {
  interface ExtensionPermissions extends Names {}
}

class PointsSettings extends Settings(
  z.object({
    POINTS_MOST: z.coerce.number().int().min(1).default(500).describe('points that may be given at once'),
    POINTS_MAILER: z.string().optional(),
  }),
) {}

const EXPIRE = new JobType<{ uid: number }>('parts.expire');
const DAILY = new JobType('parts.daily', { schedule: '0 4 * * *' });

class GivePointsDto {
  @IntegerField({ min: 1, max: 1_000_000 })
  points!: number;
}

class PartsPointsView {
  @ApiProperty({ type: 'integer', example: 100 })
  points!: number;
}

@Injectable()
class Points {
  readonly given = new Map<number, number>();

  constructor(
    private readonly db: Database,
    private readonly events: EventRecorder,
    private readonly jobs: JobQueue,
    readonly settings: PointsSettings,
  ) {}

  async give(uid: number, points: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.events.record(tx, 'parts.points.given', uid, { uid, points });
      if (points === 1) await this.jobs.add(tx, EXPIRE, { payload: { uid } });
    });
  }

  @Subscriber('parts.points.given')
  async book(_tx: EntityManager, events: readonly RecordedEvent<'parts.points.given'>[]): Promise<void> {
    for (const { data } of events) this.given.set(data.uid, (this.given.get(data.uid) ?? 0) + data.points);
  }

  @Job(EXPIRE)
  async expire({ uid }: { uid: number }): Promise<void> {
    this.given.delete(uid);
  }

  @Job(DAILY)
  async daily(): Promise<void> {}
}

@AdminController('points', 'Points', { read: 'points.read', write: 'points.write' })
class AdminPointsController {
  constructor(private readonly points: Points) {}

  @Endpoint('GET :uid', { id: 'adminReadPartsPoints', summary: 'Read points', answer: PartsPointsView })
  read(@Param('uid') uid: string): PartsPointsView {
    return { points: this.points.given.get(Number(uid)) ?? 0 };
  }

  @Endpoint('POST :uid', { id: 'adminGivePartsPoints', summary: 'Give points', answer: PartsPointsView })
  async give(@Param('uid') uid: string, @Body() { points }: GivePointsDto): Promise<PartsPointsView> {
    await this.points.give(Number(uid), Math.min(points, this.points.settings.POINTS_MOST));
    return this.read(uid);
  }
}

@ClientController('points', { tag: 'Points', access: 'user' })
class PointsController {
  constructor(private readonly points: Points) {}

  @Endpoint('GET', { id: 'readPartsPoints', summary: 'Read my points', answer: PartsPointsView })
  read(@CallerParam() caller: Caller): PartsPointsView {
    return { points: this.points.given.get(caller.actsFor) ?? 0 };
  }
}

@Module({ controllers: [AdminPointsController, PointsController], providers: [Points] })
class PartsModule {}

const parts: Extension = {
  module: PartsModule,
  builtFor: '2.0.0',
  events: EVENTS,
  permissions: PERMISSIONS,
  settings: [PointsSettings],
};

const receiver = await useReceiver();
const app = await useTestApp({
  extensions: [parts],
  env: { POINTS_MOST: ' 200 ' },
  config: { jobConcurrency: 2, webhookConcurrency: 2, webhookAllowPrivate: true },
});

describe('what an extension has of its own', () => {
  describe('permissions', () => {
    it('are held by super admins, by the roles that they name, and for reading by auditors', async () => {
      const permissions = async (role: 'super_admin' | 'support' | 'auditor' | 'finance') => {
        const client = await app.make.admin([role]);
        const { body } = await client.get('/admin/api/session/');
        const own = (body.data.permissions as string[]).filter((one) => one.startsWith('points.'));
        const [read, write] = [await client.get('/admin/api/points/5/'), await client.post('/admin/api/points/5/', {})];
        return [own, read.status, write.status];
      };
      expect(await permissions('super_admin')).toEqual([['points.read', 'points.write'], 200, 400]);
      expect(await permissions('support')).toEqual([['points.write'], 403, 400]);
      expect(await permissions('auditor')).toEqual([['points.read'], 200, 403]);
      expect(await permissions('finance')).toEqual([[], 403, 403]);
    });

    it('count when roles are given: nobody gives one that can do more', async () => {
      const { body } = await app.send('GET', '/openapi.json');
      expect(body.components.schemas.AdminIdentityView.properties.permissions.items.enum).toContain('points.write');
      expect(body.paths['/admin/api/points/{uid}/'].post['x-permission']).toBe('points.write');
    });
  });

  it('are told to the console: events with their summaries, permissions with their roles', async () => {
    const { body } = await (await app.make.admin(['support'])).get('/admin/api/service/');
    expect(body.data).toMatchObject({
      extension_events: [{ type: 'parts.points.given', summary: 'A member was given points' }],
      permissions: expect.arrayContaining([{ permission: 'points.write', roles: ['super_admin', 'support'] }]),
      extension_permissions: [
        { permission: 'points.read', description: 'Reads the points of members.', roles: ['super_admin', 'auditor'] },
        { permission: 'points.write', description: 'Gives points to members.', roles: ['super_admin', 'support'] },
      ],
    });
  });

  it('events are recorded, told to subscribers, and sent as webhooks', async () => {
    const root = await app.make.superAdmin();
    const application = await app.make.application({ webhookUrl: receiver.url(), webhookEvents: [] });
    const webhook = { url: receiver.url(), events: ['parts.points.given'] };
    expect((await root.patch(`/admin/api/applications/${application.id}/`, { webhook })).status).toBe(200);
    // The setting limits it.
    expect((await root.post('/admin/api/points/7/', { points: 300 })).body.data).toEqual({ points: 200 });
    const got = () => receiver.received.map(({ body }) => body);
    await until(() => got().some(({ type }) => type === 'parts.points.given'), 30_000, 'the webhook');
    expect(got().find(({ type }) => type === 'parts.points.given')!.data).toEqual({ uid: 7, points: 200 });
  });

  it('events are webhooks of the OpenAPI document, with their schemas', async () => {
    const { webhooks, components } = (await app.send('GET', '/openapi.json')).body;
    expect(webhooks['parts.points.given'].post).toMatchObject({
      summary: 'A member was given points',
      requestBody: {
        content: { 'application/json': { example: { type: 'parts.points.given', data: { uid: 5, points: 100 } } } },
      },
    });
    expect(components.schemas.PartsGivenData.properties).toHaveProperty('points');
  });

  it('jobs are done after the commit, and those with a schedule are known to the queue', async () => {
    const root = await app.make.superAdmin();
    await root.post('/admin/api/points/8/', { points: 1 });
    const points = app.nest.get(Points, { strict: false });
    await until(() => !points.given.has(8), 30_000, 'the job');
    const known = `SELECT identifier FROM graphile_worker._private_known_crontabs WHERE identifier = 'parts.daily'`;
    await until(async () => (await app.database.query(known)).length === 1, 30_000, 'the schedule');
  });
});
