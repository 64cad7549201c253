/**
 * The harness for tests of extensions: the whole service with the extension, on a PostgreSQL of its own, and hands to use it.
 * It works with any runner of tests; see docs/extending.md.
 */
export type { ProductWish, TestProduct } from './catalogue.js';
export { PASSWORD, type Factories, type TestApplication, type TestClient, type TestUser } from './factories.js';
export { startTestApp, type TestAppOptions } from './start-test-app.js';
export type { Answer, TestApp, TestRequest } from './test-app.js';
export type { TestDatabase } from './test-database.js';
