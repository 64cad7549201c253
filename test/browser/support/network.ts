import type { Page, Route } from 'playwright-core';

/** Requests of the admin API that a test interferes with: a path below `/admin/api/`, as a glob. */
const at = (path: string): string => `**/admin/api/${path}`;

/** Holds back what some addresses answer, to see a page while it waits; returns what lets it go. */
export async function hold(page: Page, addresses: string): Promise<() => Promise<void>> {
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  const wait = async (route: Route): Promise<void> => {
    await released;
    await route.fallback();
  };
  await page.route(addresses, wait);
  return async () => {
    release();
    await page.unroute(addresses, wait);
  };
}

/** Holds back answers of the admin API. @param path below `/admin/api/`, as a glob: `applications/**` */
export function holdAnswers(page: Page, path: string): Promise<() => Promise<void>> {
  return hold(page, at(path));
}

/**
 * Makes some requests fail as the service says that it is out of order; returns what ends that.
 * The browser's own line about it counts as a problem of the page, so tests expect it: `problems.expect(/status of 503/)`.
 */
export async function failAnswers(page: Page, path: string, status = 503): Promise<() => Promise<void>> {
  const body = {
    status_code: status,
    type: 'Service Unavailable',
    message: 'the service is temporarily unavailable',
    errors: {},
    data: {},
    request_id: '00000000-0000-4000-8000-000000000000',
  };
  const fail = (route: Route): Promise<void> => route.fulfill({ status, json: body });
  await page.route(at(path), fail);
  return () => page.unroute(at(path), fail);
}

/** Makes the network as slow as that of a phone far from town. */
export async function throttle(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
}
