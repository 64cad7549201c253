import { PLAN, SUPER_ADMIN } from '../shop.js';
import { blackPng } from '../pictures.js';
import type { Thing } from './things.js';

/**
 * Who may call an operation:
 * - `anyone`: without any credential;
 * - `application`: who has an application key;
 * - `oauth_client`: the same, refused in the words of OAuth 2.0;
 * - `user`: any user of the application;
 * - `api_admin`, `super_admin`: users with that role, the second without an application key;
 * - `entrance`: anyone, but for pages of another site, since the answer sets a cookie.
 */
export type Who = 'anyone' | 'application' | 'oauth_client' | 'user' | 'api_admin' | 'super_admin' | 'entrance';

/** The roles of the admin module that may not do everything. */
export const LESSER_ROLES = ['finance', 'support', 'catalogue', 'developer', 'auditor'] as const;
export type LesserRole = (typeof LESSER_ROLES)[number];

/** What an operation makes, for the operations beside it. */
interface MadeBy {
  madeBy: string;
}

/** What cannot be read from the OpenAPI document of a valid call. */
export interface Call {
  who: Who;
  /** In the admin module: which roles may call it beside a super admin. An auditor also may whatever changes nothing. */
  roles?: readonly LesserRole[];
  /**
   * What the call is about. A thing's values fill path, query and body wherever their names stand; of what an operation
   * makes, the path takes what the answer says.
   */
  of?: Thing | MadeBy;
  /** Valid bodies, where the first documented example is none. */
  bodies?: readonly object[];
  /** The body is a file, of a media type of its own; in a text, values of the thing stand as `{name}`. */
  file?: { type: string; text: string | Buffer };
  /** Another method than GET that changes nothing, though it may be called. */
  changesNothing?: true;
  /** It shows bank accounts: auditors may not read it. */
  revealsAccounts?: true;
  /** The caller's session is over after it. */
  endsSession?: true;
  /** The caller is nobody after it. */
  endsAccount?: true;
  /** What it is about is the own of who calls, in the admin module; whatever else they have may be gone after it. */
  ofCaller?: true;
  /** `?uid=` with another user is refused here even to an API admin. Decision 25. */
  forCallerAlone?: true;
  /** Refused at an application to users with a role of the admin module. Decision 95. */
  notForAdmins?: true;
  /** Whether API admins are refused, too. */
  notForApiAdmins?: true;
}

const group = (who: Who, calls: Readonly<Record<string, Omit<Call, 'who'>>>): Record<string, Call> =>
  Object.fromEntries(Object.entries(calls).map(([operationId, rest]) => [operationId, { who, ...rest }]));

/** Calls of the admin module, by the roles that may make them. */
const admin = (roles: readonly LesserRole[], calls: Parameters<typeof group>[1]): Record<string, Call> =>
  group('super_admin', Object.fromEntries(Object.entries(calls).map(([id, rest]) => [id, { ...rest, roles }])));

/**
 * A valid call of each operation: tests and proofs draw from here. Who may call is written from docs/spec/commerce-api.md#5.4
 * and docs/spec/service.md#4, #7, #8, #9 and #11, and from nothing that the service says of itself.
 */
export const CALLS: Readonly<Record<string, Call>> = {
  ...group('anyone', {
    adminSetPassword: { of: 'password link' },
    adminSetUpFactor: { of: 'set-up challenge' },
    getClientOpenApi: {},
    getDocs: {},
    getKeySet: {},
    getLiveness: {},
    getMetrics: {},
    getOAuthMetadata: {},
    getOpenApi: {},
    getPlanSchema: {},
    getReadiness: {},
  }),
  ...group('application', {
    confirmEmailChange: { of: 'pending e-mail address' },
    confirmSignUp: { of: 'pending sign-up' },
    getToken: { of: 'login' },
    // What it does comes after the answer.
    requestPasswordReset: { of: 'mailbox', changesNothing: true },
    setPassword: { of: 'password token' },
    signUpOneself: { of: 'mailbox' },
  }),
  ...group('oauth_client', {
    getOAuthToken: { of: 'login' },
    // A token that is none: who may call it is seen from the status, and test/oauth.e2e-spec.ts sees sessions end.
    revokeOAuthToken: { changesNothing: true },
    introspectOAuthToken: { changesNothing: true },
  }),
  ...group('user', {
    addAddress: { of: 'room for an address' },
    addCartItem: { of: 'product' },
    addToWishlist: { of: 'product' },
    changeAddress: { of: 'own address', bodies: [{ city: 'Hamburg', state: 'DE-HH' }] },
    changePassword: { of: 'own password', forCallerAlone: true, notForAdmins: true },
    createOrder: { of: 'line' },
    changeProfile: { bodies: [{ first_name: 'Maria' }] },
    deleteAddress: { of: 'own address' },
    endOtherSessions: { of: 'own session at a shop', forCallerAlone: true },
    endSession: { of: 'own session at a shop', forCallerAlone: true },
    createSsoTicket: { of: 'sign-on', forCallerAlone: true },
    getBalance: {},
    getBundle: { of: 'bundle' },
    getFacets: {},
    getCartCommission: { of: 'membership' },
    getCartItems: { of: 'line' },
    getNetworkMember: { of: 'membership' },
    getNetworkTree: { of: 'own place' },
    getOrder: { of: 'own order' },
    getProfile: {},
    getReferral: { forCallerAlone: true },
    getProgress: { of: 'membership' },
    getStatement: { of: 'posted period' },
    eraseAccount: {
      of: 'own password, and no payout under way',
      endsSession: true,
      endsAccount: true,
      forCallerAlone: true,
      notForAdmins: true,
    },
    exportAccount: { forCallerAlone: true },
    explainStatement: { of: 'posted period' },
    getWishlistItems: { of: 'wish' },
    listAddresses: { of: 'own address' },
    listApiBundles: {},
    listBundles: {},
    listConsents: { forCallerAlone: true },
    listDownline: { of: 'membership' },
    listEarnings: { of: 'own earnings' },
    listHoldingTank: {},
    listOrders: { of: 'own order' },
    listSessions: { forCallerAlone: true },
    listStatements: { of: 'posted period' },
    listUpline: { of: 'membership' },
    logOut: { endsSession: true, forCallerAlone: true },
    placeMember: { of: 'waiting member', bodies: [{ uid: 1, parent_uid: 1, leg: 1 }] },
    requestEmailChange: {
      of: 'own password and mailbox',
      forCallerAlone: true,
      notForAdmins: true,
      notForApiAdmins: true,
    },
    removeCartItem: { of: 'line' },
    removeFromWishlist: { of: 'wish' },
    withdrawConsent: { of: 'own consent', forCallerAlone: true },
    updateCart: { of: 'line', bodies: [{ quantity: 7, line_item_id: 1, cart_id: 1 }] },
  }),
  ...group('api_admin', {
    changeOrderStatus: {
      of: 'order',
      bodies: [
        { order_id: 1, status: 'paid' },
        { order_id: 1, status: 'cancelled' },
      ],
    },
    createBundle: { of: 'new bundle' },
    createBundles: { of: 'new bundle' },
    deleteBundle: { of: 'bundle' },
    deleteBundleVariant: { of: 'bundle' },
    getCountries: {},
    getStates: { of: 'country' },
    returnOrder: {
      of: 'line of a paid order',
      bodies: [
        { order_id: 1, items: [{ id: 1, quantity: 1 }], reason: 'damaged' },
        { order_id: 1, reason: 'wrong address' },
      ],
    },
    signUp: { of: 'new user' },
    updateBundle: { of: 'bundle' },
  }),
  ...group('entrance', { adminLogIn: { of: 'super admin' } }),
  ...admin(LESSER_ROLES, {
    adminAddFactor: { ofCaller: true },
    adminAskConfirmation: {},
    adminChangeView: { of: 'own view', ofCaller: true, bodies: [{ name: 'Unpaid', shared: true }] },
    adminChangeOwnPassword: {
      of: 'own password',
      ofCaller: true,
      bodies: [{ current_password: 'the present one', password: SUPER_ADMIN.password }],
    },
    adminConfirmFactor: { of: 'new factor', ofCaller: true, bodies: [{ code: '123456' }] },
    adminConfirmSession: { of: 'own factor', ofCaller: true, bodies: [{ code: '123456' }] },
    adminDeleteView: { of: 'own view', ofCaller: true },
    adminDescribeService: {},
    adminEndOtherSessions: { of: 'own session', ofCaller: true },
    adminEndSession: { of: 'own session', ofCaller: true },
    adminFind: { of: 'a search' },
    adminListFactors: {},
    adminListSessions: {},
    adminListViews: { of: 'own view' },
    adminLogOut: { endsSession: true },
    adminReadHome: {},
    adminReadSetup: {},
    adminRemoveFactor: { of: 'own factor', ofCaller: true },
    adminRenewRecoveryCodes: { of: 'own factor', ofCaller: true },
    adminSaveView: { ofCaller: true },
    adminWhoAmI: {},
  }),
  ...admin(['finance', 'support'], {
    adminExplainCommission: { of: 'run with results' },
    adminExplainCommissionLine: { of: 'run with results' },
    adminReadOrderCommissions: { of: 'order' },
    adminAddNote: { of: { madeBy: 'adminCreateUser' }, bodies: [{ text: 'Asks to be called back' }] },
    adminGetMember: { of: 'member' },
    adminGetNetworkSettings: {},
    adminGetStatement: { of: 'posted statement' },
    adminGetUser: { of: { madeBy: 'adminCreateUser' } },
    adminGetUserCart: { of: 'shopper' },
    adminListConsents: { of: 'consent' },
    adminListDownline: { of: 'member' },
    adminListHoldingTank: {},
    adminListMemberChildren: { of: 'member' },
    adminListNotes: { of: { madeBy: 'adminCreateUser' } },
    adminGetProgress: { of: 'member' },
    adminListRoots: {},
    adminListStatements: { of: 'earner' },
    adminListUserWishes: { of: 'shopper' },
    adminListUsers: {},
    adminListVolumes: {},
    adminReadFigures: { of: 'members' },
  }),
  ...admin(['finance'], {
    adminAdjustEarnings: { of: 'member', bodies: [{ uid: 1, amount: 25.5, reason: 'Bonus of the convention' }] },
    adminApprove: { of: 'approval' },
    adminApproveCommissionRun: { of: 'calculated final run' },
    adminApproveCorrection: { of: 'correction' },
    adminCancelCommissionRun: { of: 'queued run' },
    adminCancelPayout: { of: 'payout' },
    adminComparePlans: { of: 'plan' },
    adminCreateLastPayout: { of: 'leaver', bodies: [{ uid: 1 }] },
    adminCreatePayout: { of: 'earner', bodies: [{}] },
    adminDiscardCommissionRun: { of: 'run with results' },
    adminDiscardCorrection: { of: 'correction' },
    adminForecastApproval: { of: 'payout to release' },
    adminGetApproval: { of: 'approval' },
    adminGetApprovalSettings: {},
    adminGetBalance: { of: 'member' },
    adminGetCommissionBridge: { of: 'run with results' },
    adminGetCommissionRun: { of: 'queued run' },
    adminGetCommissionSettings: {},
    adminGetCorrection: { of: 'correction' },
    adminGetBankFile: { of: 'released payout', revealsAccounts: true },
    adminGetPayout: { of: 'payout' },
    adminGetPlan: { of: { madeBy: 'adminCreatePlan' } },
    adminHoldPayouts: { of: 'member', bodies: [{ uid: 1, reason: 'tax', note: 'Form W-9 is missing' }] },
    adminListApprovals: {},
    adminListBalances: {},
    adminListCommissionLines: { of: 'run with results' },
    adminListCommissionMembers: { of: 'run with results' },
    adminListCommissionRuns: {},
    adminListCorrectedMembers: { of: 'correction' },
    adminListCorrections: {},
    adminListEarnings: {},
    adminListPayoutHolds: {},
    adminListPayoutItems: { of: 'payout' },
    adminListPayouts: {},
    adminListPeriodsToRun: {},
    adminListPlanTemplates: {},
    adminListPlans: {},
    adminMarkPayoutItemFailed: { of: 'released payout', bodies: [{ reason: 'The account is closed' }] },
    adminMarkPayoutItemPaid: { of: 'released payout', bodies: [{ reference: 'TR-2026-000417' }] },
    adminMarkPayoutItems: {
      of: 'released payout',
      bodies: [{ items: [{ id: 1, status: 'paid', reference: 'TR-2026-000417' }] }],
    },
    adminMarkPayoutByFile: {
      of: 'released payout',
      file: { type: 'text/csv', text: 'reference,result,amount,reason\n{item},paid,{item_amount},' },
    },
    adminPreviewPayout: { of: 'earner', bodies: [{}], changesNothing: true },
    adminPostCommissionRun: { of: 'approved final run' },
    adminReadCompliance: { of: 'posted period' },
    adminRecalculateCorrection: { of: 'correction' },
    adminRefuse: { of: 'approval' },
    adminReleasePayout: { of: 'payout' },
    adminReleasePayoutHold: { of: 'hold' },
    adminReplayCommissionRun: { of: 'run with results' },
    adminReverseReward: {
      of: 'posted reward',
      bodies: [{ reward: 'loyalty_reward', key: '2026-11:tier-bonus', reason: 'Posted for the wrong month' }],
    },
    adminStartCommissionRun: { of: 'plan of a run', bodies: [{ period: '2026-10', kind: 'preview', plan_id: 1 }] },
    adminWriteOffEarnings: { of: 'leaver', bodies: [{ uid: 1, reason: 'Not claimed' }] },
  }),
  ...admin(['support'], {
    adminChangeOrderStatus: { of: 'paid order', bodies: [{ status: 'completed' }] },
    adminGetOrder: { of: 'order' },
    adminListOrders: {},
    adminReturnOrder: { of: 'paid order', bodies: [{ order_id: 1, reason: 'wrong address' }] },
  }),
  ...admin(['catalogue'], {
    adminBundleDeleteImpact: { of: 'bundle' },
    adminCancelPrice: { of: 'scheduled price' },
    adminCreateBundle: { of: 'new bundle' },
    adminGetBundleImport: { of: { madeBy: 'adminImportBundles' } },
    adminUploadPicture: { file: { type: 'image/png', text: blackPng(8) } },
    adminImportBundles: { file: { type: 'application/x-ndjson', text: '{"bundle_id":"none"}' } },
    adminCreateProductType: { of: 'new type' },
    adminDeleteBundle: { of: 'bundle' },
    adminDeleteBundleVariant: { of: 'bundle' },
    adminDeleteProductType: { of: 'type' },
    adminGetBundle: { of: 'bundle' },
    adminGetProductType: { of: 'type' },
    adminListBundles: {},
    adminListPrices: { of: 'bundle' },
    adminListProductTypes: {},
    adminSchedulePrice: {
      of: 'bundle',
      bodies: [{ product_sku: 'SOAP-1', price: 24.9, effective_at: '2099-01-01T00:00:00Z' }],
    },
    adminUpdateBundle: { of: 'bundle' },
    adminUpdateProductType: { of: 'type' },
  }),
  ...admin(['developer'], {
    adminApplicationDeleteImpact: { of: 'application' },
    adminChangeApplication: {
      of: 'application',
      bodies: [{ name: 'Changed' }, { status: 'maintenance', rate_limit: 60 }],
    },
    adminCheckAccessEntries: { changesNothing: true },
    adminDeleteApplication: { of: 'application' },
    adminEnableWebhook: { of: 'disabled webhook' },
    adminExplainAdmission: { of: 'application', changesNothing: true },
    adminGetApplication: { of: 'application' },
    adminGetDelivery: { of: 'delivery' },
    adminGetWebhook: { of: 'application' },
    adminIssueEncryptionKey: { of: 'application' },
    adminListAllDeliveries: { of: 'application' },
    adminListApplicationKeys: { of: 'application' },
    adminListApplications: {},
    adminListDeliveries: { of: 'delivery' },
    adminListEncryptionKeys: { of: 'encryption key' },
    adminReadTraffic: { of: 'application' },
    adminListRequests: { of: 'application' },
    adminRedeliver: { of: 'delivery' },
    adminRedeliverAll: { of: 'application', bodies: [{ status: 'failed', application_id: 'filled in' }] },
    adminRedeliverSince: { of: 'delivery' },
    adminRegisterApplication: { of: 'new application' },
    adminRetireEncryptionKey: { of: 'encryption key' },
    adminRevealApplicationKey: { of: 'key' },
    adminRevokeApplicationKey: { of: 'key' },
    adminRotateApplicationKey: { of: 'application' },
    adminRotateWebhookSecret: { of: 'application' },
    adminTestWebhook: { of: 'application' },
  }),
  ...admin([], {
    adminWithdrawConsent: { of: 'consent' },
    adminAdjustVolumes: {
      of: 'shopper',
      bodies: [{ uid: 1, business_volume: -18.5, points: -18, cumulative_volume: -18.5, reason: 'Credited twice' }],
    },
    adminCancelImport: { of: { madeBy: 'adminImportVolumes' } },
    adminChangeApprovalSettings: { bodies: [{ lapse_days: 14 }] },
    adminChangeCommissionSettings: { bodies: [{ hold_days: 0, preview_minutes: 60 }] },
    adminChangeMemberStatus: { of: 'member', bodies: [{ status: 'suspended', reason: 'checked' }] },
    adminChangeNetworkSettings: { bodies: [{ placement: 'binary', spill: 'left', holding_days: 14 }] },
    // Without bonuses, whose ids would be taken for that of the plan.
    adminChangePlan: { of: { madeBy: 'adminCreatePlan' }, bodies: [{ ...PLAN, bonuses: [] }] },
    adminChangeUser: {
      of: { madeBy: 'adminCreateUser' },
      bodies: [{ first_name: 'Changed' }, { status: 'inactive' }, { reset_password: true }],
    },
    adminCreatePlan: {},
    adminCreateUser: { of: 'new user' },
    adminDeletePlan: { of: { madeBy: 'adminCreatePlan' } },
    adminGetImport: { of: { madeBy: 'adminImportVolumes' } },
    adminGetSimulation: { of: { madeBy: 'adminSimulatePlans' } },
    adminHandOverMember: { of: 'member and successor', bodies: [{ to_uid: 1, reason: 'sold' }] },
    adminImportMembers: { file: { type: 'application/x-ndjson', text: '{"username":"imported"}' } },
    adminImportVolumes: { file: { type: 'application/x-ndjson', text: '{"external_id":"none"}' } },
    adminListAudit: {},
    adminListImports: {},
    adminListSigningKeys: {},
    adminInviteMembers: { of: 'application', bodies: [{ usernames: ['nobody'] }] },
    adminMakePasswordLink: { of: 'member' },
    adminMergeMember: { of: 'member and successor', bodies: [{ into_uid: 1, reason: 'came twice' }] },
    adminMoveMember: {
      of: 'member',
      bodies: [false, true].map((dry_run) => ({ tree: 'sponsor', parent_uid: 1, reason: 'checked', dry_run })),
    },
    // The plan of runs has a rank that this one does not have.
    adminPublishPlan: {
      of: { madeBy: 'adminCreatePlan' },
      bodies: [{ from_period: '2038-01', ranks: { member: 'associate' } }],
    },
    adminPlaceOrder: { of: 'sale' },
    adminReverseVolumes: { of: 'impossible row' },
    adminRotateSigningKey: {},
    // Without bonuses, whose ids would be taken for others.
    adminSimulatePlans: { of: 'posted run', bodies: [{ period: '2000-01', plan: { ...PLAN, bonuses: [] } }] },
  }),
};

/** Whether a role may call an operation of the admin module. */
export function roleMayCall(role: LesserRole, operationId: string, method: string): boolean {
  const { roles = [], changesNothing, revealsAccounts } = CALLS[operationId] ?? {};
  if (roles.includes(role)) return true;
  if (revealsAccounts === true) return false;
  return role === 'auditor' && (changesNothing === true || ['GET', 'HEAD'].includes(method.toUpperCase()));
}
