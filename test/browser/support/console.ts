import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { prepareFirstStart } from '../../../src/modules/operations/first-start/index.js';
import type { TestClient, TestUser } from '../../support/factories.js';
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/start-test-app.js';
import { Problems } from './problems.js';
import { keepLastSight } from './screenshot.js';

/** The super admin of the service under test. */
export const SUPER_ADMIN = { username: 'admin', password: 'a password that only tests have' };

/** Milliseconds that a page may take on a busy machine. */
const PATIENCE_MS = 60_000;

const START_MS = 60_000;

/** A window as the tests open it. Who prefers reduced motion sees no transitions, which tests would have to wait for. */
const WINDOW = {
  viewport: { width: 1280, height: 900 },
  locale: 'en-US',
  timezoneId: 'UTC',
  reducedMotion: 'reduce',
  colorScheme: 'light',
} as const;

interface ConsoleOptions extends TestAppOptions {
  /** Whether the demo's applications, members and catalogue are there; they are unless this is false. */
  demo?: boolean;
}

/** The service with its console, and a browser before it. */
export class ConsoleUnderTest {
  app!: TestApp;
  /** Where the service is: `http://127.0.0.1:…`. */
  origin!: string;
  /** The super admin's own session, for what a test does over the API. The browser has the same one after {@link logIn}. */
  admin!: TestClient;
  /** A window of the test's own, without cookies. */
  page!: Page;
  /** What went wrong in the window; a test fails when something is left here. */
  problems!: Problems;

  private browser!: Browser;
  private context!: BrowserContext;

  /** @param options settings of the service that differ from those of tests */
  async start({ demo = true, ...options }: ConsoleOptions): Promise<void> {
    const { username: superAdminUsername, password: superAdminPassword } = SUPER_ADMIN;
    const config = { demo, superAdminUsername, superAdminPassword, ...options.config };
    this.app = await startTestApp({ ...options, config });
    this.origin = await this.app.listen();
    this.app.config.publicUrl = this.origin;
    await prepareFirstStart(this.app.nest);
    this.browser = await chromium.connect(process.env.TEST_BROWSER!);
  }

  async stop(): Promise<void> {
    await this.browser?.close();
    await this.app?.stop();
  }

  /** Opens a window that knows nothing of earlier ones, and begins a session over the API. */
  async openWindow(): Promise<void> {
    this.context = await this.browser.newContext({ ...WINDOW, baseURL: this.origin });
    this.context.setDefaultTimeout(PATIENCE_MS);
    this.page = await this.context.newPage();
    this.problems = new Problems(this.origin);
    this.problems.watch(this.page);
    this.admin = await this.app.make.superAdmin(await this.superAdmin());
  }

  private async superAdmin(): Promise<TestUser> {
    const sql = 'SELECT uid, username, email FROM users WHERE username = $1';
    const [user] = await this.app.database.query<TestUser & object>(sql, [SUPER_ADMIN.username]);
    return user!;
  }

  async closeWindow(title: string): Promise<void> {
    await keepLastSight(this.page, title);
    await this.context.close();
    expect(this.problems.found).toEqual([]);
  }

  /**
   * Enters with a session that is there already, which is quicker than the form, and opens a page.
   * @param path within the console: `/applications?status=active`
   */
  async logIn(path = '/'): Promise<Page> {
    await this.context.addCookies([
      {
        name: 'admin_session',
        value: this.admin.token,
        domain: '127.0.0.1',
        path: '/admin',
        httpOnly: true,
        sameSite: 'Strict',
      },
    ]);
    return this.open(path);
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
    const page = await this.context.newPage();
    this.problems.watch(page);
    await page.goto(`/admin${path}`);
    return page;
  }

  /** Takes the network away, or gives it back. */
  async setOffline(isOffline: boolean): Promise<void> {
    if (isOffline) this.problems.expect(/ERR_INTERNET_DISCONNECTED/);
    await this.context.setOffline(isOffline);
  }

  /** Lets pages read and write the clipboard; returns what is in it when called. */
  async clipboard(): Promise<() => Promise<string>> {
    await this.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    return () => this.page.evaluate('navigator.clipboard.readText()');
  }
}

/**
 * Starts the service and its console for the tests of a file; each test gets a window of its own, and fails on any error
 * in it: of scripts, of the console, of the Content-Security-Policy, or a request to another host.
 */
export function useConsole(options: ConsoleOptions = {}): ConsoleUnderTest {
  const console = new ConsoleUnderTest();
  beforeAll(() => console.start(options), START_MS);
  beforeEach(() => console.openWindow());
  afterEach(() => console.closeWindow(expect.getState().currentTestName ?? 'test'));
  afterAll(() => console.stop());
  return console;
}
