import type { Page } from 'playwright-core';

/** What browsers report of any refusal that a page asked for and shows: it is no error of the page. */
const REFUSAL = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** Gathers what goes wrong in pages: errors and warnings in the console, uncaught errors, requests to other hosts. */
export class Problems {
  private readonly all: string[] = [];
  private readonly expected: RegExp[] = [REFUSAL];

  /** @param origin of the service, the only one that may be asked for anything */
  constructor(private readonly origin: string) {}

  /** What nobody expected. */
  get found(): string[] {
    return this.all.filter((text) => !this.expected.some((pattern) => pattern.test(text)));
  }

  /** Lets a test provoke something. */
  expect(pattern: RegExp): void {
    this.expected.push(pattern);
  }

  watch(page: Page): void {
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.all.push(message.text());
    });
    page.on('pageerror', (error) => this.all.push(`uncaught: ${error.stack ?? error.message}`));
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (!['data:', 'blob:'].includes(protocol) && origin !== this.origin)
        this.all.push(`asked another host: ${request.url()}`);
    });
  }
}
