import type { Session } from '#people/sessions/session.entity.js';
import { TestClient, type TestApplication } from './factories.js';
import type { Answer, TestApp } from './start-test-app.js';

/** What a session is, as far as single sign-on is concerned. */
export interface SessionFacts {
  id: Session['id'];
  application_id: Session['applicationId'];
  sign_on_id: Session['signOnId'];
  alive: boolean;
  end_reason: Session['endReason'];
}

/** Takes users from one application into another. */
export class SignOn {
  /** @param target the application that is entered where a test does not say otherwise */
  constructor(
    private readonly app: TestApp,
    private readonly target: TestApplication,
  ) {}

  /** A ticket into an application, for whoever is signed in at another. */
  async ticketFor(client: TestClient, target = this.target): Promise<string> {
    const answer = await client.post('sso/ticket/', { application_id: target.id });
    if (answer.status !== 200) throw new Error(`no ticket: ${answer.text}`);
    return answer.body.data.ticket as string;
  }

  /** Sends a ticket to `/token/`, as an application does. */
  exchange(
    ticket: string,
    { apikey } = this.target,
    on = this.app,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return on.send('POST', 'token/', { headers: { apikey, ...headers }, payload: { ticket } });
  }

  /** Enters an application. */
  async enter(client: TestClient, target = this.target): Promise<TestClient> {
    const answer = await this.exchange(await this.ticketFor(client, target), target);
    if (answer.status !== 200) throw new Error(`not entered: ${answer.text}`);
    return new TestClient(this.app, target, client.user, answer.body.data.access_token as string);
  }

  /** All sessions of a user, the eldest first. */
  sessionsOf({ user }: TestClient): Promise<SessionFacts[]> {
    return this.app.database.query<SessionFacts>(
      `SELECT id, application_id, sign_on_id, ended_at IS NULL AS alive, end_reason
         FROM sessions WHERE uid = $1 ORDER BY created_at`,
      [user.uid],
    );
  }

  /** How many sessions of a user are alive. */
  async alive(client: TestClient): Promise<number> {
    return (await this.sessionsOf(client)).filter(({ alive }) => alive).length;
  }

  /** What was told of the ends of a user's sessions, in order. */
  told({ user }: TestClient): Promise<{ aggregate_id: string; data: object }[]> {
    return this.app.database.query(
      `SELECT aggregate_id, data FROM events WHERE type = 'session.ended' AND data ->> 'uid' = $1 ORDER BY sequence`,
      [String(user.uid)],
    );
  }
}
