/**
 * The test harness for extensions: the whole service with the extension, on its own PostgreSQL, and helpers to use it. Works
 * with any test runner; see docs/extending.md.
 */
export type { ProductOptions, TestProduct } from './catalogue.js';
export {
  PASSWORD,
  type Factories,
  type OrderItem,
  type TestApplication,
  type TestClient,
  type TestOrder,
  type TestUser,
} from './factories.js';
export type { Failures } from './failures.js';
export type { PostedPeriod, TestPlan } from './posted-period.js';
export type { ReceivedWebhook, WebhookReceiver } from './receiver.js';
export { startTestApp, type TestApp, type TestAppOptions } from './start-test-app.js';
export type { Answer, TestRequest } from './tested-service.js';
export type { TestDatabase } from './test-database.js';
