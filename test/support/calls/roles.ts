import type { Call } from './calls.js';

/** The roles of the admin module that may not do everything. */
export const LESSER_ROLES = ['finance', 'support', 'catalogue', 'developer', 'auditor'] as const;
export type LesserRole = (typeof LESSER_ROLES)[number];

/** What each role of the admin module may do. */
const OF_ALL = [
  'adminDescribeService',
  'adminWhoAmI',
  'adminLogOut',
  'adminAskConfirmation',
  'adminConfirmSession',
  'adminListSessions',
  'adminEndSession',
  'adminEndOtherSessions',
  'adminChangeOwnPassword',
  'adminListFactors',
  'adminAddFactor',
  'adminConfirmFactor',
  'adminRemoveFactor',
  'adminRenewRecoveryCodes',
];

/** Reads of members and where they stand. */
const PEOPLE = [
  'adminListUsers',
  'adminGetUser',
  'adminGetUserCart',
  'adminListUserWishes',
  'adminGetMember',
  'adminListHoldingTank',
  'adminGetNetworkSettings',
  'adminListLegs',
  'adminListMemberChildren',
  'adminListRoots',
  'adminReadFigures',
  'adminListVolumes',
  'adminListStatements',
  'adminGetStatement',
];

/** What asks a question by POST. */
const ASKED_BY_POST = ['adminCheckAccessEntries', 'adminExplainAdmission'];

/**
 * What each role may call beside a super admin: written from docs/spec/service.md#11, and from nothing that the service
 * says of itself. An auditor may call whatever only reads.
 */
const CALLS_OF: Readonly<Record<Exclude<LesserRole, 'auditor'>, ReadonlySet<string>>> = {
  finance: new Set([
    ...OF_ALL,
    ...PEOPLE,
    'adminListPlans',
    'adminGetPlan',
    'adminComparePlans',
    'adminListPlanTemplates',
    'adminGetCommissionSettings',
    'adminListCommissionRuns',
    'adminListPeriodsToRun',
    'adminGetCommissionRun',
    'adminListCommissionLines',
    'adminListCommissionMembers',
    'adminExplainCommission',
    'adminExplainCommissionLine',
    'adminStartCommissionRun',
    'adminApproveCommissionRun',
    'adminPostCommissionRun',
    'adminReplayCommissionRun',
    'adminDiscardCommissionRun',
    'adminCancelCommissionRun',
    'adminListCorrections',
    'adminGetCorrection',
    'adminListCorrectedMembers',
    'adminApproveCorrection',
    'adminDiscardCorrection',
    'adminRecalculateCorrection',
    'adminListEarnings',
    'adminGetBalance',
    'adminListBalances',
    'adminAdjustEarnings',
    'adminWriteOffEarnings',
    'adminListPayouts',
    'adminGetPayout',
    'adminListPayoutItems',
    'adminCreatePayout',
    'adminCreateLastPayout',
    'adminReleasePayout',
    'adminCancelPayout',
    'adminMarkPayoutItems',
    'adminMarkPayoutItemPaid',
    'adminMarkPayoutItemFailed',
    'adminListPayoutHolds',
    'adminHoldPayouts',
    'adminReleasePayoutHold',
    'adminReadCompliance',
    'adminListApprovals',
    'adminGetApproval',
    'adminApprove',
    'adminRefuse',
    'adminGetApprovalSettings',
  ]),
  support: new Set([
    ...OF_ALL,
    ...PEOPLE,
    'adminListOrders',
    'adminGetOrder',
    'adminChangeOrderStatus',
    'adminReturnOrder',
  ]),
  catalogue: new Set([
    ...OF_ALL,
    'adminListBundles',
    'adminGetBundle',
    'adminBundleDeleteImpact',
    'adminCreateBundle',
    'adminUpdateBundle',
    'adminDeleteBundle',
    'adminDeleteBundleVariant',
    'adminListProductTypes',
    'adminGetProductType',
    'adminCreateProductType',
    'adminUpdateProductType',
    'adminDeleteProductType',
  ]),
  developer: new Set([
    ...OF_ALL,
    ...ASKED_BY_POST,
    'adminListApplications',
    'adminGetApplication',
    'adminApplicationDeleteImpact',
    'adminRegisterApplication',
    'adminChangeApplication',
    'adminDeleteApplication',
    'adminListApplicationKeys',
    'adminRotateApplicationKey',
    'adminRevokeApplicationKey',
    'adminRevealApplicationKey',
    'adminListEncryptionKeys',
    'adminIssueEncryptionKey',
    'adminRetireEncryptionKey',
    'adminGetWebhook',
    'adminEnableWebhook',
    'adminRotateWebhookSecret',
    'adminTestWebhook',
    'adminListAllDeliveries',
    'adminListDeliveries',
    'adminGetDelivery',
    'adminRedeliver',
    'adminRedeliverSince',
    'adminReadTraffic',
  ]),
};

/** Whether a role may call an operation of the admin module. */
export function roleMayCall(role: LesserRole, operationId: string, method: string): boolean {
  if (role !== 'auditor') return CALLS_OF[role].has(operationId);
  return ['GET', 'HEAD'].includes(method.toUpperCase()) || [...OF_ALL, ...ASKED_BY_POST].includes(operationId);
}

/** Operations on the lists of roles that nobody calls by this name. */
export function strayRoleCalls(calls: Readonly<Record<string, Call>>): string[] {
  const named = LESSER_ROLES.flatMap((role) => (role === 'auditor' ? [] : [...CALLS_OF[role]]));
  return [...new Set(named)].filter((id) => calls[id]?.who !== 'super_admin');
}
