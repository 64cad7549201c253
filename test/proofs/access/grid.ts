import type { Row, Rows } from '#test/support/calls/access-table.js';
import { requestOf, Requests } from '#test/support/calls/requests.js';
import type { ClientType, Parts } from '#test/support/calls/shop-world.js';
import { CLIENT_TYPES, COLUMNS, columnsFor, verdictOf, type Column, type Verdict } from './columns.js';
import type { Answer, Method, Watch } from './service.js';
import { Stage, type Scene } from './stage.js';
import type { Random } from '#test/support/random.js';

/** What the grid has to show. */
export interface GridFigures {
  routes: number;
  columns: number;
  clientTypes: number;
  cells: number;
  allowed: number;
  refused: number;
  /** What was not as it has to be. */
  failures: string[];
}

/** A column on a row, and what has to come of it. */
interface Cell {
  column: Column;
  verdict: Verdict;
}

/**
 * Tries every cell: each caller at each route, through applications of each type. For each route one valid request is made
 * and sent by everybody who has to be refused, which may change nothing; the same request must then pass from somebody who
 * may make it. Each other caller who may gets a request of its own.
 */
export class Grid {
  readonly figures: GridFigures;

  constructor(
    private readonly scene: Scene,
    private readonly rows: Rows,
    private readonly watch: Watch,
    /** Which routes are tried with which type of application. */
    private readonly draw: { percent: number; random: Random },
    private readonly signal: AbortSignal,
    private readonly print: (line: string) => void,
  ) {
    this.figures = {
      routes: scene.service.routes.length,
      columns: COLUMNS.length,
      clientTypes: CLIENT_TYPES.length,
      cells: 0,
      allowed: 0,
      refused: 0,
      failures: [],
    };
  }

  async tryAll(): Promise<void> {
    for (const type of CLIENT_TYPES) {
      const stage = await Stage.set(this.scene, type);
      const requests = new Requests(this.scene.contract, this.scene.world);
      for (const route of this.scene.service.routes) {
        this.signal.throwIfAborted();
        if (this.draw.random.below(100) >= this.draw.percent) continue;
        await this.tryRoute(stage, requests, route);
      }
      this.print(`${this.figures.cells} cells tried, with applications of type ${type}`);
    }
  }

  private async tryRoute(stage: Stage, requests: Requests, route: string): Promise<void> {
    const row = this.rows.of(route);
    if (row === undefined) return;
    const method = route.split(' ')[0] as Method;
    const cells = columnsFor(stage.type).map((column) => ({
      column,
      verdict: verdictOf(column, stage.type, row, method),
    }));
    const allowed = cells.filter(({ verdict }) => verdict === 'allowed');
    const first = allowed.shift();
    if (first === undefined) throw new Error(`nobody may call ${route}`);
    const make = async ({ column: { credentials } }: Cell): Promise<Parts> => {
      // The run takes longer than the minutes for which a log-in counts.
      await this.scene.pool.query('UPDATE sessions SET confirmed_at = now() WHERE confirmed_at IS NOT NULL');
      // A user may export only so often; here each one does so in many ways.
      await this.scene.pool.query(`DELETE FROM rate_limits WHERE key LIKE 'account-export:%'`);
      // Tokens in e-mails count at the application that they were asked for at.
      this.scene.world.shopId = (credentials.key === 'other' ? stage.other : stage.own).id;
      const owner = stage.owner(credentials, row.ofCaller);
      const parts = row.operationId === undefined ? {} : await requests.of(row.operationId, owner);
      await this.watch.changes();
      return parts;
    };
    const parts = await make(first);
    const refused = cells.filter(({ verdict }) => verdict !== 'allowed');
    await Promise.all(refused.map((cell) => this.refuse(stage, route, row, cell, parts)));
    const changes = await this.watch.changes();
    if (changes.length > 0)
      this.figures.failures.push(`${route} (${stage.type}): a refused request did ${changes.join(', ')}`);
    await this.allow(stage, route, row, first, parts);
    for (const cell of allowed) await this.allow(stage, route, row, cell, await make(cell));
  }

  private async refuse(stage: Stage, route: string, row: Row, cell: Cell, parts: Parts): Promise<void> {
    const answer = await this.send(stage, route, row, cell.column, parts);
    this.figures.refused += 1;
    const came = `${answer.status} ${answer.type}`;
    // An answer to HEAD has no body, so that its status has to do.
    const isRight = route.startsWith('HEAD ')
      ? String(answer.status) === cell.verdict.slice(0, 3)
      : came === cell.verdict;
    if (!isRight) this.fail(stage.type, route, cell, `was answered ${came.trim()}`);
  }

  private async allow(stage: Stage, route: string, row: Row, cell: Cell, parts: Parts): Promise<void> {
    const { column } = cell;
    const answer = await this.send(stage, route, row, column, parts);
    this.figures.allowed += 1;
    const due = row.redirects === true ? 302 : row.refuses === true ? 400 : 200;
    const isRight = answer.status === due || (row.needsBuild === true && answer.status === 404);
    if (!isRight) this.fail(stage.type, route, cell, `was answered ${answer.text}`);
    // A page of another site may make a browser send its cookie; it may not read the answer.
    if (row.who === 'super_admin' && answer.headers['access-control-allow-origin'] !== undefined)
      this.fail(stage.type, route, cell, 'let another origin read it');
    const changes = await this.watch.changes();
    const mustChange = !/^(GET|HEAD) /.test(route) && row.changesNothing !== true;
    if (mustChange && isRight && changes.length === 0)
      this.fail(stage.type, route, cell, 'changed nothing that is watched');
    const { token } = column.credentials;
    if (row.endsAccount === true && token !== undefined) stage.leave(token);
    if (row.endsSession === true && token !== undefined) await stage.enter(token);
  }

  private send(stage: Stage, route: string, row: Row, { credentials }: Column, parts: Parts): Promise<Answer> {
    this.figures.cells += 1;
    const [method, file] = route.split(' ') as [Method, string];
    const query = stage.query(credentials);
    const request =
      row.operationId === undefined
        ? { path: `${row.at ?? file}?${new URLSearchParams(query).toString()}` }
        : requestOf(this.scene.contract, row.operationId, { ...parts, query: { ...parts.query, ...query } });
    return this.scene.service.send({ ...request, method, ...stage.sent(credentials) });
  }

  private fail(type: ClientType, route: string, { column, verdict }: Cell, what: string): void {
    this.figures.failures.push(`${route}, ${column.name} (${type}): ${verdict} was due, but it ${what}`);
  }
}
