import { PLAN, SUPER_ADMIN } from '../shop.js';
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

/** What an operation makes, for the operations beside it. */
interface MadeBy {
  madeBy: string;
}

/** What cannot be read from the OpenAPI document of a valid call. */
export interface Call {
  who: Who;
  /**
   * What the call is about. A thing's values fill path, query and body wherever their names stand; of what an operation
   * makes, the path takes what the answer says.
   */
  of?: Thing | MadeBy;
  /** Valid bodies, where the first documented example is none. */
  bodies?: readonly object[];
  /** The body is a file, of a media type of its own. */
  file?: { type: string; text: string };
  /** Another method than GET that changes nothing, though it may be called. */
  changesNothing?: true;
  /** The caller's session is over after it. */
  endsSession?: true;
  /** What it is about is the own of who calls, in the admin module; whatever else they have may be gone after it. */
  ofCaller?: true;
  /** `?uid=` with another user is refused here even to an API admin. Decision 25. */
  forCallerAlone?: true;
}

const group = (who: Who, calls: Readonly<Record<string, Omit<Call, 'who'>>>): Record<string, Call> =>
  Object.fromEntries(Object.entries(calls).map(([operationId, rest]) => [operationId, { who, ...rest }]));

/**
 * A valid call of each operation: tests and proofs draw from here. Who may call is written from docs/spec/commerce-api.md#5.4
 * and docs/spec/service.md#4, #7, #8 and #9, and from nothing that the service says of itself.
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
  ...group('application', { getToken: { of: 'login' } }),
  ...group('oauth_client', {
    getOAuthToken: { of: 'login' },
    // A token that is none: who may call it is seen from the status, and test/oauth.e2e-spec.ts sees sessions end.
    revokeOAuthToken: { changesNothing: true },
  }),
  ...group('user', {
    addCartItem: { of: 'product' },
    addToWishlist: { of: 'product' },
    createOrder: { of: 'line' },
    createSsoTicket: { of: 'sign-on', forCallerAlone: true },
    getBalance: {},
    getBundle: { of: 'bundle' },
    getFacets: {},
    getCartCommission: { of: 'membership' },
    getCartItems: { of: 'line' },
    getNetworkMember: { of: 'membership' },
    getNetworkTree: { of: 'own place' },
    getOrder: { of: 'own order' },
    getProgress: { of: 'membership' },
    getStatement: { of: 'posted period' },
    explainStatement: { of: 'posted period' },
    getWishlistItems: { of: 'wish' },
    listApiBundles: {},
    listBundles: {},
    listDownline: { of: 'membership' },
    listEarnings: { of: 'own earnings' },
    listHoldingTank: {},
    listOrders: { of: 'own order' },
    listStatements: { of: 'posted period' },
    listUpline: { of: 'membership' },
    logOut: { endsSession: true },
    placeMember: { of: 'waiting member', bodies: [{ uid: 1, parent_uid: 1, leg: 1 }] },
    removeCartItem: { of: 'line' },
    removeFromWishlist: { of: 'wish' },
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
  ...group('super_admin', {
    adminAddFactor: { ofCaller: true },
    adminAdjustEarnings: { of: 'member', bodies: [{ uid: 1, amount: 25.5, reason: 'Bonus of the convention' }] },
    adminAdjustVolumes: {
      of: 'shopper',
      bodies: [{ uid: 1, business_volume: -18.5, points: -18, cumulative_volume: -18.5, reason: 'Credited twice' }],
    },
    adminApplicationDeleteImpact: { of: 'application' },
    adminAskConfirmation: {},
    adminApprove: { of: 'approval' },
    adminApproveCommissionRun: { of: 'calculated final run' },
    adminBundleDeleteImpact: { of: 'bundle' },
    adminCancelCommissionRun: { of: 'queued run' },
    adminCancelImport: { of: { madeBy: 'adminImportVolumes' } },
    adminCancelPayout: { of: 'payout' },
    adminChangeApplication: {
      of: 'application',
      bodies: [{ name: 'Changed' }, { status: 'maintenance', rate_limit: 60 }],
    },
    adminChangeApprovalSettings: { bodies: [{ lapse_days: 14 }] },
    adminChangeCommissionSettings: { bodies: [{ hold_days: 0, preview_minutes: 60 }] },
    adminChangeMemberStatus: { of: 'member', bodies: [{ status: 'suspended', reason: 'checked' }] },
    adminChangeNetworkSettings: { bodies: [{ placement: 'binary', spill: 'left', holding_days: 14 }] },
    adminChangeOwnPassword: {
      of: 'own password',
      ofCaller: true,
      bodies: [{ current_password: 'the present one', password: SUPER_ADMIN.password }],
    },
    adminChangeOrderStatus: { of: 'paid order', bodies: [{ status: 'completed' }] },
    // Without bonuses, whose ids would be taken for that of the plan.
    adminChangePlan: { of: { madeBy: 'adminCreatePlan' }, bodies: [{ ...PLAN, bonuses: [] }] },
    adminChangeUser: {
      of: { madeBy: 'adminCreateUser' },
      bodies: [{ first_name: 'Changed' }, { status: 'inactive' }, { reset_password: true }],
    },
    adminApproveCorrection: { of: 'correction' },
    adminConfirmFactor: { of: 'new factor', ofCaller: true, bodies: [{ code: '123456' }] },
    adminConfirmSession: { of: 'own factor', ofCaller: true, bodies: [{ code: '123456' }] },
    adminCheckAccessEntries: { changesNothing: true },
    adminComparePlans: { of: 'plan' },
    adminCreateBundle: { of: 'new bundle' },
    adminCreateLastPayout: { of: 'leaver', bodies: [{ uid: 1 }] },
    adminCreatePayout: { of: 'earner', bodies: [{}] },
    adminCreatePlan: {},
    adminCreateProductType: { of: 'new type' },
    adminCreateUser: { of: 'new user' },
    adminDeleteApplication: { of: 'application' },
    adminDeleteBundle: { of: 'bundle' },
    adminDeleteBundleVariant: { of: 'bundle' },
    adminDeletePlan: { of: { madeBy: 'adminCreatePlan' } },
    adminDeleteProductType: { of: 'type' },
    adminDiscardCorrection: { of: 'correction' },
    adminDescribeService: {},
    adminDiscardCommissionRun: { of: 'run with results' },
    adminEndOtherSessions: { of: 'own session', ofCaller: true },
    adminEndSession: { of: 'own session', ofCaller: true },
    adminEnableWebhook: { of: 'disabled webhook' },
    adminExplainAdmission: { of: 'application', changesNothing: true },
    adminExplainCommission: { of: 'run with results' },
    adminExplainCommissionLine: { of: 'run with results' },
    adminGetCorrection: { of: 'correction' },
    adminGetApproval: { of: 'approval' },
    adminGetApprovalSettings: {},
    adminGetApplication: { of: 'application' },
    adminGetBalance: { of: 'member' },
    adminGetBundle: { of: 'bundle' },
    adminGetCommissionSettings: {},
    adminGetCommissionRun: { of: 'queued run' },
    adminGetDelivery: { of: 'delivery' },
    adminGetStatement: { of: 'posted statement' },
    adminListStatements: { of: 'earner' },
    adminGetMember: { of: 'member' },
    adminGetNetworkSettings: {},
    adminGetImport: { of: { madeBy: 'adminImportVolumes' } },
    adminGetOrder: { of: 'order' },
    adminGetPayout: { of: 'payout' },
    adminGetPlan: { of: { madeBy: 'adminCreatePlan' } },
    adminGetProductType: { of: 'type' },
    adminGetSimulation: { of: { madeBy: 'adminSimulatePlans' } },
    adminGetUser: { of: { madeBy: 'adminCreateUser' } },
    adminGetUserCart: { of: 'shopper' },
    adminGetWebhook: { of: 'application' },
    adminHoldPayouts: { of: 'member', bodies: [{ uid: 1, reason: 'tax', note: 'Form W-9 is missing' }] },
    adminImportMembers: { file: { type: 'application/x-ndjson', text: '{"username":"imported"}' } },
    adminImportVolumes: { file: { type: 'application/x-ndjson', text: '{"external_id":"none"}' } },
    adminIssueEncryptionKey: { of: 'application' },
    adminListAllDeliveries: { of: 'application' },
    adminListApplicationKeys: { of: 'application' },
    adminListApprovals: {},
    adminListApplications: {},
    adminListAudit: {},
    adminListBalances: {},
    adminListBundles: {},
    adminListCommissionLines: { of: 'run with results' },
    adminListCommissionMembers: { of: 'run with results' },
    adminListCommissionRuns: {},
    adminListPeriodsToRun: {},
    adminListCorrectedMembers: { of: 'correction' },
    adminListCorrections: {},
    adminListDeliveries: { of: 'delivery' },
    adminListEarnings: {},
    adminListFactors: {},
    adminListEncryptionKeys: { of: 'encryption key' },
    adminListHoldingTank: {},
    adminListImports: {},
    adminListLegs: { of: 'member' },
    adminListMemberChildren: { of: 'member' },
    adminListOrders: {},
    adminListPayoutHolds: {},
    adminListPayoutItems: { of: 'payout' },
    adminListPayouts: {},
    adminListPlans: {},
    adminListPlanTemplates: {},
    adminListProductTypes: {},
    adminListRoots: {},
    adminListSessions: {},
    adminListSigningKeys: {},
    adminListUsers: {},
    adminListVolumes: {},
    adminListUserWishes: { of: 'shopper' },
    adminLogOut: { endsSession: true },
    adminMakePasswordLink: { of: 'member' },
    adminMarkPayoutItemFailed: { of: 'released payout', bodies: [{ reason: 'The account is closed' }] },
    adminMarkPayoutItemPaid: { of: 'released payout', bodies: [{ reference: 'TR-2026-000417' }] },
    adminMarkPayoutItems: {
      of: 'released payout',
      bodies: [{ items: [{ id: 1, status: 'paid', reference: 'TR-2026-000417' }] }],
    },
    adminHandOverMember: { of: 'member and successor', bodies: [{ to_uid: 1, reason: 'sold' }] },
    adminMergeMember: { of: 'member and successor', bodies: [{ into_uid: 1, reason: 'came twice' }] },
    adminMoveMember: {
      of: 'member',
      bodies: [false, true].map((dry_run) => ({ tree: 'sponsor', parent_uid: 1, reason: 'checked', dry_run })),
    },
    adminReadCompliance: { of: 'posted period' },
    adminRecalculateCorrection: { of: 'correction' },
    adminReadFigures: { of: 'members' },
    adminPostCommissionRun: { of: 'approved final run' },
    // The plan of runs has a rank that this one does not have.
    adminPublishPlan: {
      of: { madeBy: 'adminCreatePlan' },
      bodies: [{ from_period: '2027-01', ranks: { member: 'associate' } }],
    },
    adminReadTraffic: { of: 'application' },
    adminRedeliver: { of: 'delivery' },
    adminRedeliverSince: { of: 'delivery' },
    adminRefuse: { of: 'approval' },
    adminRegisterApplication: { of: 'new application' },
    adminReleasePayout: { of: 'payout' },
    adminReleasePayoutHold: { of: 'hold' },
    adminRemoveFactor: { of: 'own factor', ofCaller: true },
    adminRenewRecoveryCodes: { of: 'own factor', ofCaller: true },
    adminReplayCommissionRun: { of: 'run with results' },
    adminRetireEncryptionKey: { of: 'encryption key' },
    adminReturnOrder: {
      of: 'paid order',
      bodies: [{ order_id: 1, reason: 'wrong address' }],
    },
    adminRevealApplicationKey: { of: 'key' },
    adminReverseVolumes: { of: 'impossible row' },
    adminRevokeApplicationKey: { of: 'key' },
    adminRotateApplicationKey: { of: 'application' },
    adminRotateSigningKey: {},
    adminRotateWebhookSecret: { of: 'application' },
    adminStartCommissionRun: {
      of: 'plan of a run',
      bodies: [{ period: '2026-10', kind: 'preview', plan_id: 1 }],
    },
    // Without bonuses, whose ids would be taken for others.
    adminSimulatePlans: { of: 'posted run', bodies: [{ period: '2000-01', plan: { ...PLAN, bonuses: [] } }] },
    adminTestWebhook: { of: 'application' },
    adminUpdateBundle: { of: 'bundle' },
    adminUpdateProductType: { of: 'type' },
    adminWhoAmI: {},
    adminWriteOffEarnings: { of: 'leaver', bodies: [{ uid: 1, reason: 'Not claimed' }] },
  }),
};
