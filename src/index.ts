/**
 * The public face of the service for developers who extend it: nothing else may be imported from outside.
 * See docs/extending.md and examples/minimal.
 */
export { start, type StartOptions } from './start.js';
export { createApp, type CreateAppOptions } from './app.js';
export { Config } from './common/config/config.js';
export { readConfig } from './common/config/read-config.js';
export type { MigrationClass } from './common/database/data-source.js';
export { extensionMigrations, migrate } from './common/database/migrate.js';

// The three seams: hooks, listeners and replaceable providers.
export {
  Hook,
  Listener,
  type CommerceEvent,
  type EventOf,
  type EventPayloads,
  type EventType,
  type HookPoint,
  type HookPoints,
} from './common/events/index.js';
export type { Extension, Replacement } from './common/replaceable.js';
export { CataloguePricing, Pricing, type PricingContext, type PricingLine } from './modules/pricing/index.js';
export {
  DatedOrderNumbers,
  OrderNumbers,
  type NumberedOrder,
  type OrderContext,
  type OrderLineContext,
} from './modules/orders/index.js';
export { ExistingSponsor, SponsorPolicy, type SponsorRequest, type SponsorVerdict } from './modules/users/index.js';

// What hooks and listeners are told. Each room adds its own to HookPoints and EventPayloads by declaration merging, and a
// program sees that only if the room's file is reached from here: a type that is missing here is `never` for extensions.
export type {
  BundleContext,
  BundleEventData,
  BundleProductData,
  BundleState,
  ProductDeletedData,
} from './modules/bundles/index.js';
export type { CartLineContext, CartUpdatedData } from './modules/cart/index.js';
export type { ApplicationUpdatedData } from './modules/client-apps/index.js';
export type { OrderEventData } from './modules/orders/index.js';
export type { SessionEndedData } from './modules/sessions/index.js';
export type { SignUpContext, UserCreatedData } from './modules/users/index.js';
export type { WishlistUpdatedData } from './modules/wishlist/index.js';

// What hooks, listeners and endpoints work with.
export { actsForAnother, type Caller, type CallingApplication, type Role } from './common/access/index.js';
export type { Amounts } from './common/amounts.js';
export { AuditLog, type AuditedAct } from './common/audit/index.js';
export { Database, statement, type Statement } from './common/database/index.js';
export { decimal, round, toJsonNumber, type Decimal } from './common/decimal.js';
export { AppError, type FieldErrors, type FieldProblem } from './common/errors/app-error.js';
export type { ErrorCode } from './common/errors/error-codes.js';

// Endpoints of an extension's own.
export { Access, CallerParam, TakesInactive, type AccessLevel } from './common/access/index.js';
export { ROUTE_VERSION } from './common/http/api-version.js';
export { Bare } from './common/http/envelope.js';
export { PageQuery, Pager, type Page } from './common/http/pagination.js';
export { ApiAnswer, ApiFailures } from './common/openapi/index.js';
export * from './common/validation/fields.js';
