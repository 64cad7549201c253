import { PLAN } from '../shop.js';
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
  /** `?uid=` with another user is refused here even to an API admin. Record 25 of the decisions. */
  forCallerAlone?: true;
}

const group = (who: Who, calls: Readonly<Record<string, Omit<Call, 'who'>>>): Record<string, Call> =>
  Object.fromEntries(Object.entries(calls).map(([operationId, rest]) => [operationId, { who, ...rest }]));

/**
 * A valid call of each operation: tests and proofs draw from here. Who may call is written from section 5.4 of the
 * specification and sections 4, 7, 8 and 9 of the decisions, and from nothing that the service says of itself.
 */
export const CALLS: Readonly<Record<string, Call>> = {
  ...group('anyone', {
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
    adminAdjustEarnings: { of: 'member', bodies: [{ uid: 1, amount: 25.5, reason: 'Bonus of the convention' }] },
    adminAdjustVolumes: {
      of: 'shopper',
      bodies: [{ uid: 1, business_volume: -18.5, points: -18, cumulative_volume: -18.5, reason: 'Credited twice' }],
    },
    adminApplicationDeleteImpact: { of: 'application' },
    adminApproveCommissionRun: { of: 'calculated final run' },
    adminBundleDeleteImpact: { of: 'bundle' },
    adminCancelCommissionRun: { of: 'queued run' },
    adminCancelImport: { of: { madeBy: 'adminImportVolumes' } },
    adminCancelPayout: { of: 'payout' },
    adminChangeApplication: {
      of: 'application',
      bodies: [{ name: 'Changed' }, { status: 'maintenance', rate_limit: 60 }],
    },
    adminChangeCommissionSettings: { bodies: [{ hold_days: 0, preview_minutes: 60 }] },
    adminChangeMemberStatus: { of: 'member', bodies: [{ status: 'suspended', reason: 'checked' }] },
    adminChangeNetworkSettings: { bodies: [{ placement: 'binary', spill: 'left', holding_days: 14 }] },
    adminChangeOrderStatus: { of: 'paid order', bodies: [{ status: 'completed' }] },
    // Without bonuses, whose ids would be taken for that of the plan.
    adminChangePlan: { of: { madeBy: 'adminCreatePlan' }, bodies: [{ ...PLAN, bonuses: [] }] },
    adminChangeUser: {
      of: { madeBy: 'adminCreateUser' },
      bodies: [{ first_name: 'Changed' }, { status: 'inactive' }, { reset_password: true }],
    },
    adminApproveCorrection: { of: 'correction' },
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
    adminEnableWebhook: { of: 'disabled webhook' },
    adminExplainAdmission: { of: 'application', changesNothing: true },
    adminExplainCommission: { of: 'run with results' },
    adminExplainCommissionLine: { of: 'run with results' },
    adminGetCorrection: { of: 'correction' },
    adminGetApplication: { of: 'application' },
    adminGetBalance: { of: 'member' },
    adminGetBundle: { of: 'bundle' },
    adminGetCommissionSettings: {},
    adminGetCommissionRun: { of: 'queued run' },
    adminGetDelivery: { of: 'delivery' },
    adminGetStatement: { of: 'posted statement' },
    adminListStatements: { of: 'posted statement' },
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
    adminListApplications: {},
    adminListAudit: {},
    adminListBalances: {},
    adminListBundles: {},
    adminListCommissionLines: { of: 'run with results' },
    adminListCommissionMembers: { of: 'run with results' },
    adminListCommissionRuns: {},
    adminListCorrectedMembers: { of: 'correction' },
    adminListCorrections: {},
    adminListDeliveries: { of: 'delivery' },
    adminListEarnings: {},
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
    adminListSigningKeys: {},
    adminListUsers: {},
    adminListVolumes: {},
    adminListUserWishes: { of: 'shopper' },
    adminLogOut: { endsSession: true },
    adminMarkPayoutItemFailed: { of: 'released payout', bodies: [{ reason: 'The account is closed' }] },
    adminMarkPayoutItemPaid: { of: 'released payout', bodies: [{ reference: 'TR-2026-000417' }] },
    adminMarkPayoutItems: {
      of: 'released payout',
      bodies: [{ items: [{ id: 1, status: 'paid', reference: 'TR-2026-000417' }] }],
    },
    adminHandOverMember: { of: 'member and successor', bodies: [{ to_uid: 1, reason: 'sold', dry_run: true }] },
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
    adminRegisterApplication: { of: 'new application' },
    adminReleasePayout: { of: 'payout' },
    adminReleasePayoutHold: { of: 'hold' },
    adminReplayCommissionRun: { of: 'run with results' },
    adminRetireEncryptionKey: { of: 'encryption key' },
    adminReturnOrder: {
      of: 'paid order',
      bodies: [{ reason: 'wrong address' }],
    },
    adminRevealApplicationKey: { of: 'key' },
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

/**
 * Names of parameters and fields that are no ids, though their type would allow it: texts to be stored or searched, and
 * whole numbers. Whatever is neither here nor an id of some thing fails the proof of access.
 */
export const NO_IDS: readonly string[] = [
  ...['If-Match', 'X-Request-Id', 'X-End-User-IP'].map((name) => `header:${name}`),
  ...['limit', 'offset', 'search', 'name', 'action', 'entity_type', 'levels', 'depth', 'rank', 'kind'].map(
    (name) => `query:${name}`,
  ),
  ...['allow', 'block', 'entries', 'rate_limit', 'rate_limit_total', 'maintenance_message', 'overlap_seconds'].map(
    body,
  ),
  ...['url', 'events', 'login_url', 'logout_url', 'ip', 'origin', 'referer', 'version', 'api_version'].map(body),
  ...['password', 'first_name', 'last_name', 'image', 'label', 'product-name', 'quantity', 'en', 'reason'].map(body),
  'query:wait',
  'body:from',
  ...['leg', 'width', 'holding_days'].map(body),
  'query:bonus',
  'query:order',
  ...['query:period', 'body:period'],
  ...['hold_days', 'preview_minutes', 'note', 'reference'].map(body),
  ...['from_period', 'time_zone', 'rank', 'count', 'active_frontline', 'customers'].map(body),
  ...['type', 'days', 'excludes', 'of', 'strong', 'weak'].map(body),
  ...['token_type_hint', 'variant_fields', 'attributes', 'name', 'grant_type'].map(body),
];

/** Operations in which a free text, a name, is what something is known by. */
export const KNOWN_BY_NAME: readonly string[] = ['adminCreateProductType'];

/** Ids for which nothing is another's, or whose being taken must be told: which ones, and why. */
export const EXCUSED_IDS: readonly (readonly [operations: RegExp, place: string, why: string])[] = [
  [/^(?!admin)/, 'query:uid', 'an API admin may act for everybody; all others are refused, and compared as refused'],
  [/./, 'header:Idempotency-Key', 'is tried by itself'],
  [/./, 'body:country_code', 'the list of countries is public (ISO 3166)'],
  [/./, 'path:country_code', 'the list of countries is public (ISO 3166)'],
  [/^admin(Create|Change)Plan$/, 'body:id', 'bonuses are named within the plan that is sent'],
  [/^admin(Get|Change|Delete|Publish|Compare)Plans?$/, 'path:id', 'a super admin may see every plan'],
  [/^adminComparePlans$/, 'path:other', 'a super admin may see every plan'],
  [/^admin\w*Commission/, 'path:id', 'a super admin may see every run'],
  [/^adminExplainCommissionLine$/, 'path:number', 'a super admin may see every line'],
  [/^admin/, 'query:source_uid', 'a super admin may see every user'],
  [/^adminStartCommissionRun$/, 'body:plan_id', 'a super admin may see every plan'],
  [/^adminListCommissionRuns$/, 'query:plan_id', 'a super admin may see every plan'],
  [/^admin\w+Payouts?(Items?|ItemPaid|ItemFailed)?$/, 'path:id', 'a super admin may see every payout'],
  [/^adminMarkPayoutItem(Paid|Failed)$/, 'path:item', 'a super admin may see every payout'],
  [/^adminMarkPayoutItems$/, 'body:id', 'a super admin may see every payout'],
  [/^adminReleasePayoutHold$/, 'path:id', 'a super admin may see every hold'],
  [/Correct(ion|edMembers)$/, 'path:id', 'a super admin may see every correction'],
  [/^adminGetSimulation$/, 'path:id', 'a super admin may see every simulation'],
  [/^admin(Get|Cancel)Import$/, 'path:id', 'a super admin may see and end every import'],
  [/^admin/, 'path:uid', 'a super admin may see every user, and none is ever deleted'],
  [/^admin/, 'body:into_uid', 'a super admin may see every user'],
  [/^admin/, 'body:to_uid', 'a super admin may see every user'],
  [/^admin/, 'body:parent_uid', 'a super admin may see every user'],
  [/^admin/, 'query:uid', 'a super admin may see everybody’s orders and volumes'],
  [/^admin/, 'query:uids', 'a super admin may see every user'],
  [/^admin/, 'query:child_uid', 'a super admin may see every user'],
  [/^admin/, 'body:uid', 'a super admin may see every user'],
  [/^admin/, 'query:sponsor_uid', 'a super admin may see every member'],
  [/^admin/, 'query:order_id', 'a super admin may see everybody’s orders'],
  [/^admin/, 'query:actor', 'a super admin may see the whole audit'],
  [/^admin/, 'query:entity_id', 'a super admin may see the whole audit'],
  [/^admin/, 'query:product_type', 'the names of product types are in every list'],
  [/^admin/, 'body:product_type', 'the names of product types are in every list'],
  [/^listBundles$/, 'query:category', 'the names of product types are in every list'],
  [/^admin(?!LogIn)/, 'body:username', 'a super admin may see every user'],
  [/^admin/, 'body:email', 'a super admin may see every user'],
  [/^admin/, 'body:sponsor', 'a super admin may see every user'],
  [/^admin/, 'body:name', 'a taken name is told (section 8 of the decisions)'],
  [/^signUp$/, 'body:username', 'a taken name is told, to API admins alone'],
  [/^signUp$/, 'body:parent', 'who stands above is known to API admins, who sign everybody up'],
  [/^signUp$/, 'body:email', 'a taken address is told, to API admins alone'],
  [
    /^(createBundles?|adminCreateBundle)$/,
    'body:bundle_id',
    'that it exists is told (section 7.3), and everybody lists it',
  ],
  [
    /Bundles?$/,
    'body:product-sku',
    'that it is another bundle’s is told (section 5 of the decisions); everybody lists it',
  ],
];

function body(name: string): string {
  return `body:${name}`;
}
