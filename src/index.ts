// Before everything else, as it says when Node is too old for the rest.
import './node-version.js';

/**
 * The public API for extensions: nothing else may be imported from outside.
 * See docs/extending.md and examples/loyalty.
 */
export { start, type StartOptions } from './start.js';
export { createApp, type CreateAppOptions } from './app.js';
export { Config } from '#common/config/config.js';
export { readConfig } from '#common/config/read-config.js';
export type { MigrationClass } from '#common/database/data-source.js';
export { extensionMigrations, migrate } from '#common/migrate.js';

// Hooks, subscribers, listeners and replaceable providers.
export {
  BestEffortListener,
  /** @deprecated since 2.1: `@BestEffortListener`, or `@DurableListener` */
  BestEffortListener as Listener,
  DurableListener,
  Hook,
  Subscriber,
  type CommerceEvent,
  type DurableContext,
  type EventOf,
  type EventPayloads,
  type EventType,
  type HookPoint,
  type HookPoints,
  type RecordedEvent,
} from '#common/events/index.js';
export type { Extension, ExtensionOptions, Replacement } from '#common/extensions.js';

// Events, jobs, settings and permissions of extensions.
export { EventRecorder, type EventDeclarations, type NewEvent, type PayloadsOf } from '#common/events/index.js';
export {
  HandlesLongJob,
  Job,
  JobQueue,
  JobType,
  LongJobs,
  LongJobType,
  Retention,
  type JobContext,
  type JobOptions,
  type JobRequest,
  type LongJobContext,
} from '#common/jobs/index.js';
export { Settings, type SettingsClass } from '#common/config/extension-settings.js';
export type { AdminRole, ExtensionPermissions, Permission, PermissionDeclarations } from '#common/access/index.js';
export type {
  ConsoleBlockDeclaration,
  ConsoleExtension,
  ConsolePageDeclaration,
  ConsoleSlot,
} from '#common/console-extension.js';
export { CataloguePricing, Pricing, type PricingContext, type PricingLine } from '#sales/pricing/index.js';
export {
  DatedOrderNumbers,
  OrderNumbers,
  type NumberedOrder,
  type OrderContext,
  type OrderLineContext,
} from '#sales/orders/index.js';
export { ConfiguredPictures, PictureStore } from '#sales/bundles/index.js';
export { PayoutDetails, type PayoutAccount } from '#commissions/payouts/index.js';
export { ExistingSponsor, SponsorPolicy, type SponsorRequest, type SponsorVerdict } from '#people/users/index.js';

// Further types of bonuses: a provider with @Bonus() that is a BonusType; what it reads of members is put in by CommissionInputs.
export { Bonus } from '#commissions/plans/index.js';
export { AdminInputsModule, CommissionInputs, type GivenInput, type PutOptions } from '#commissions/inputs/index.js';
export {
  ALL_PURCHASES,
  byRank,
  counted,
  defineInput,
  everyPayee,
  KIND,
  levelLine,
  levelWords,
  linesWord,
  listed,
  minorUnits,
  payLevels,
  percentsOf,
  percentsWord,
  planFields,
  rankAt,
  STATUS,
  sumOf,
  tableRule,
  tenThousandths,
  validateMoney,
  validateRanks,
  whyUnpaid,
  type Base,
  type BonusInput,
  type BonusType,
  type BonusWords,
  type ExplainedLine,
  type InputOfMember,
  type InputValue,
  type LevelRule,
  type MemberInRun,
  type OrderInRun,
  type OrderPart,
  type PeriodCalculation,
  type Plan,
  type Problem,
  type Surroundings,
  type Unvalidated,
} from '@commerce/commission-engine';
export { z } from 'zod';

// Earnings of a kind of one's own, posted by approvals: a provider that is a RewardKind.
export { RewardKind, Rewards, type RewardState, type RewardToPost } from '#commissions/earnings/index.js';

// The arguments of hooks and listeners. Each room adds its own to HookPoints and EventPayloads by declaration merging, which
// takes effect only if the room's file is imported from here: a missing type is `never` for extensions.
export type {
  BundleContext,
  BundleEventData,
  BundleProductData,
  BundleState,
  ProductDeletedData,
} from '#sales/bundles/index.js';
export type { CartLineContext, CartUpdatedData, OrderEventData, OrderReturnedData } from '#sales/orders/index.js';
export type { PayoutCreatedData } from '#commissions/payouts/index.js';
export type { CommissionCalculatedData, CommissionPostedData, MemberRankChangedData } from '#commissions/runs/index.js';
export type { ApplicationUpdatedData } from '#platform/client-apps/index.js';
export type { ImportDoneData } from '#platform/imports/index.js';
export type { MemberEnrolledData, MemberMovedData, MemberStatusChangedData } from '#network/members/index.js';
export type {
  AccountErasedData,
  AccountErasureContext,
  AccountExportContext,
  AlreadyExistsData,
  ConfirmationRequestedData,
  EmailChangedData,
  EmailChangeRequestedData,
  InvitedData,
  PasswordResetRequestedData,
} from '#people/account/index.js';
export type { SessionEndedData } from '#people/sessions/index.js';
export type { SignUpContext, UserCreatedData } from '#people/users/index.js';
export type { WishlistUpdatedData } from '#sales/wishlist/index.js';

// Fields that extensions add to the service's resources.
export {
  CustomFieldStore,
  type CustomField,
  type CustomFieldChange,
  type CustomFieldResource,
  type CustomFields,
  type CustomFieldValue,
  type CustomFieldValues,
  type ShownCustomFields,
  type Words,
} from '#common/custom-fields/index.js';

// For use in hooks, listeners and endpoints.
export { actsForAnother, type Caller, type CallingApplication, type Role } from '#common/access/index.js';
export type { Amounts } from '#common/money/amounts.js';
export { AuditLog, type AuditedAct } from '#common/audit/audit-log.js';
export { Database, statement, type Statement } from '#common/database/index.js';
export { decimal, toJsonNumber, type Decimal } from '#common/money/decimal.js';
export { round } from '#common/money/fixed.js';
export { AppError, type FieldErrors, type FieldProblem } from '#common/errors/app-error.js';
export type { ErrorCode } from '#common/errors/error-codes.js';
export type { Failure } from '#common/errors/failures.js';
export type { Message } from '#common/errors/problems.js';
export { defineMessages } from '#common/errors/problems.js';
export { defineExplanations } from '#commissions/runs/index.js';

// Endpoints of extensions.
export { Access, CallerParam, Scoped, TakesInactive, type AccessLevel, type Scope } from '#common/access/index.js';
export { ROUTE_VERSION } from '#common/http/api-version.js';
export { AdminController, ClientController, Endpoint, type EndpointOptions } from '#common/http/endpoint.js';
export { Bare } from '#common/http/envelope.js';
export { numberInPath, textInPath, uuidInPath } from '#common/http/path-params.js';
export { Page, PageQuery, Pager } from '#common/http/pagination.js';
export * from '#common/validation/fields.js';
