import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { prepareFirstStart } from '#operations/first-start/index.js';
import { until } from '../../support/until.js';
import { withoutApprovals } from '../../support/approvals.js';
import type { TestClient, TestUser } from '../../support/factories.js';
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/start-test-app.js';
import { createTestDatabase } from '../../support/test-database.js';
import { Problems } from './problems.js';
import { lastSight } from './screenshot.js';
import { FIRST_START, SUPER_ADMIN } from './super-admin.js';

/** A window as the tests open it. Who prefers reduced motion sees no transitions, which tests would have to wait for. */
const WINDOW = {
  viewport: { width: 1280, height: 900 },
  locale: 'en-US',
  timezoneId: 'UTC',
  reducedMotion: 'reduce',
  colorScheme: 'light',
} as const;

/** Of the test that ends; see test/jest/environment.mjs. */
declare const hasTestFailed: boolean;

/** Milliseconds that only what has failed takes. */
const PATIENCE_MS = 180_000;

interface ConsoleOptions extends Omit<TestAppOptions, 'extensions'> {
  /** Once they are built. */
  extensions?: Promise<TestAppOptions['extensions']>;
  /** Whether the demo's applications, members and catalogue are there; they are unless this is false. */
  demo?: boolean;
  /** Whether actions wait for a second person; unless this is true, the super admin carries them out alone. */
  approvals?: boolean;
  /** What the browser's user reads, and how dates and numbers are written there. Default: American English. */
  locale?: string;
  /** The name by which the browser knows the service: passkeys need one. Default: its address. */
  host?: 'localhost';
}

/** Keeps what a page writes to the clipboard, which an empty window has not. */
const RECORD_COPIES = `if (navigator.clipboard) {
  globalThis.copied = [];
  const write = navigator.clipboard.writeText.bind(navigator.clipboard);
  navigator.clipboard.writeText = async (text) => { await write(text); copied.push(text); };
}`;

/** The service with its console, and a browser before it. */
export class ConsoleUnderTest {
  app!: TestApp;
  /** Where the service is: `http://127.0.0.1:…`, or another host. */
  origin!: string;
  /** The super admin's own session, for what a test does over the API. The browser has the same one after {@link logIn}. */
  admin!: TestClient;
  /** A window of the test's own, without cookies. */
  page!: Page;
  /** What went wrong in the window; a test fails when something is left here. */
  problems!: Problems;

  private browser!: Browser;
  private locale!: string;
  /** What the windows of the file share: a process with the console's compiled scripts, and the cache. */
  private context: BrowserContext | undefined;
  /** A page of the service's that stays, so that the process does. */
  private stays!: Page;

  /** @param options settings of the service that differ from those of tests */
  async start({ demo = true, approvals = false, host, locale, extensions, ...options }: ConsoleOptions): Promise<void> {
    this.locale = locale ?? WINDOW.locale;
    const config = { demo, ...FIRST_START, ...options.config };
    const own = await extensions;
    this.app = await startTestApp({
      ...options,
      ...(own === undefined ? {} : { extensions: own }),
      config,
      database: await createTestDatabase(demo ? process.env.TEST_DEMO : undefined),
    });
    this.origin = (await this.app.listen()).replace('127.0.0.1', host ?? '127.0.0.1');
    this.app.config.publicUrl = this.origin;
    if (!demo) await prepareFirstStart(this.app.nest);
    if (!approvals) await withoutApprovals(this.app);
    this.browser = await chromium.connect(process.env.TEST_BROWSER!);
  }

  async stop(): Promise<void> {
    await this.browser?.close();
    await this.app?.stop();
  }

  /** Opens a window that knows nothing of earlier ones but their scripts, and begins a session over the API. */
  async openWindow(): Promise<void> {
    this.context ??= await this.openContext();
    this.page = await this.context.newPage();
    this.problems = new Problems(this.origin);
    this.problems.watch(this.page);
    this.admin = await this.app.make.superAdmin(await this.superAdmin());
  }

  private async openContext(): Promise<BrowserContext> {
    const context = await this.browser.newContext({ ...WINDOW, locale: this.locale, baseURL: this.origin });
    context.setDefaultTimeout(PATIENCE_MS);
    this.stays = await context.newPage();
    await this.stays.goto('/admin/favicon.svg');
    return context;
  }

  private async superAdmin(): Promise<TestUser> {
    const sql = 'SELECT uid, username, email FROM users WHERE username = $1';
    const [user] = await this.app.database.query<TestUser & object>(sql, [SUPER_ADMIN.username]);
    return user!;
  }

  async closeWindow(title: string): Promise<void> {
    const sight = hasTestFailed ? await lastSight(this.page, title) : '';
    await this.forget();
    if (hasTestFailed) throw new Error([sight, ...this.problems.found].join('\n'));
    expect(this.problems.found).toEqual([]);
  }

  /** Closes all windows of a test, and removes what they have left in the browser. */
  private async forget(): Promise<void> {
    const { context, stays } = this;
    if (context === undefined) return this.page.context().close();
    for (const page of context.pages()) if (page !== stays) await page.close();
    await context.clearCookies();
    await context.clearPermissions();
    await context.setOffline(false);
    await stays.evaluate('localStorage.clear()');
  }

  /** Who has a name. */
  async uidOf(username: string): Promise<number> {
    const { body } = await this.admin.get(`/admin/api/users/?search=${username}`);
    return body.data.results[0].uid;
  }

  /**
   * Enters with a session that is there already, which is quicker than the form, and opens a page.
   * @param path within the console: `/applications?status=active`
   */
  async logIn(path = '/'): Promise<Page> {
    await this.enter();
    return this.open(path);
  }

  /** Gives the window the session, and opens nothing. */
  async enter(): Promise<void> {
    await this.page
      .context()
      .addCookies([
        {
          name: 'admin_session',
          value: this.admin.token,
          domain: new URL(this.origin).hostname,
          path: '/admin',
          httpOnly: true,
          sameSite: 'Strict',
        },
      ]);
  }

  /** Opens a page by its address, as a link from elsewhere does. @param path within the console */
  async open(path: string): Promise<Page> {
    await this.page.goto(`/admin${path}`);
    return this.page;
  }

  /** Goes to a room by the navigation: `Applications`. */
  async goTo(room: string, page = this.page): Promise<void> {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: room, exact: true }).click();
  }

  /** Ends the browser's session behind its back, as its expiry does. */
  async endSession(): Promise<void> {
    await this.admin.delete('/admin/api/session/');
  }

  /** Another window of the same browser, with the same cookies. */
  async anotherWindow(path: string): Promise<Page> {
    const page = await this.page.context().newPage();
    this.problems.watch(page);
    await page.goto(`/admin${path}`);
    return page;
  }

  /** Takes the network away, or gives it back. */
  async setOffline(isOffline: boolean): Promise<void> {
    if (isOffline) this.problems.expect(/ERR_INTERNET_DISCONNECTED/);
    await this.page.context().setOffline(isOffline);
  }

  /**
   * Takes over the clock of the window, which must not have opened a page yet. The windows of a context have one clock, so
   * the test after this one gets another context.
   */
  async holdClock(): Promise<Page['clock']> {
    this.context = undefined;
    await this.page.clock.install();
    return this.page.clock;
  }

  /** Bytes over the wire of all that the page has asked for but data: itself, scripts, styles and letters. */
  async bytes(): Promise<number> {
    await this.page.evaluate('document.fonts.ready');
    const sizes = await this.page.evaluate<number[]>(
      "performance.getEntries().filter(({ name }) => !name.includes('/admin/api/')).map((one) => one.encodedBodySize ?? 0)",
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  /**
   * Lets the page write to the clipboard; returns what waits for what it writes next. The clipboard itself is shared with the
   * windows of other files.
   */
  async clipboard(): Promise<() => Promise<string>> {
    await this.page.context().grantPermissions(['clipboard-write']);
    // For this page, and for those that the window loads later.
    await this.page.evaluate(RECORD_COPIES);
    await this.page.addInitScript(RECORD_COPIES);
    return async () => {
      await until(() => this.page.evaluate<boolean>('globalThis.copied.length > 0'));
      return this.page.evaluate('globalThis.copied.shift()');
    };
  }
}

/**
 * Starts the service and its console for the tests of a file; each test gets a window of its own, and fails on any error
 * in it: of scripts, of the console, of the Content-Security-Policy, or a request to another host.
 */
export function useConsole(options: ConsoleOptions = {}): ConsoleUnderTest {
  const console = new ConsoleUnderTest();
  beforeAll(() => console.start(options));
  beforeEach(() => console.openWindow());
  afterEach(() => console.closeWindow(expect.getState().currentTestName ?? 'test'));
  afterAll(() => console.stop());
  return console;
}

const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A month as pages show it: `November 2026`. */
export const inWords = (period: string): string => month.format(new Date(`${period}-01T00:00:00Z`));

/** Waits until a page has a title. */
export function shows(page: Page, title: string): Promise<void> {
  return page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
}

/** Waits until the address of a page asks for something. */
export function addressed(page: Page, search: string): Promise<void> {
  return page.waitForURL((url) => url.search === search);
}
