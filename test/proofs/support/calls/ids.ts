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
  ...['leg', 'width', 'holding_days'].map(body),
  'query:bonus',
  'query:order',
  'query:period',
  'body:period',
  ...['hold_days', 'preview_minutes', 'new_account_days', 'lapse_days', 'note', 'reference'].map(body),
  ...['from_period', 'time_zone', 'rank', 'count', 'active_frontline', 'customers'].map(body),
  ...['type', 'days', 'excludes', 'of', 'strong', 'weak'].map(body),
  ...['code', 'current_password'].map(body),
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
  [/^admin((Create|Change)Plan|SimulatePlans)$/, 'body:id', 'bonuses are named within the plan that is sent'],
  [/^admin(Get|Change|Delete|Publish|Compare)Plans?$/, 'path:id', 'a super admin may see every plan'],
  [/^adminComparePlans$/, 'path:other', 'a super admin may see every plan'],
  [/^admin\w*Commission/, 'path:id', 'a super admin may see every run'],
  [/^adminExplainCommissionLine$/, 'path:number', 'a super admin may see every line'],
  [/^admin/, 'query:source_uid', 'a super admin may see every user'],
  [/^adminStartCommissionRun$/, 'body:plan_id', 'a super admin may see every plan'],
  [/^adminListCommissionRuns$/, 'query:plan_id', 'a super admin may see every plan'],
  [/^adminListCommissionRuns$/, 'query:corrects_run_id', 'a super admin may see every run'],
  [/^admin\w+Payouts?(Items?|ItemPaid|ItemFailed)?$/, 'path:id', 'a super admin may see every payout'],
  [/^adminMarkPayoutItem(Paid|Failed)$/, 'path:item', 'a super admin may see every payout'],
  [/^adminMarkPayoutItems$/, 'body:id', 'a super admin may see every payout'],
  [/^adminReleasePayoutHold$/, 'path:id', 'a super admin may see every hold'],
  [/^admin(Approve|Refuse|GetApproval)$/, 'path:id', 'who has the right may see and decide every proposal'],
  [/Correct(ion|edMembers)$/, 'path:id', 'a super admin may see every correction'],
  [/^adminGetStatement$/, 'path:period', 'names of periods are known to all'],
  [/^adminGetSimulation$/, 'path:id', 'a super admin may see every simulation'],
  [/^adminReverseVolumes$/, 'path:id', 'who may write volumes may see every row'],
  [/^admin(Get|Cancel)Import$/, 'path:id', 'a super admin may see and end every import'],
  [/^admin(LogIn|SetUpFactor|ConfirmSession)$/, 'body:challenge', 'a secret of 32 bytes, which only who asked is told'],
  [/^adminSetPassword$/, 'body:token', 'a secret of 32 bytes, which only who made the link is told'],
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
  [/^admin/, 'body:name', 'a taken name is told (docs/spec/service.md#8)'],
  [/^signUp$/, 'body:username', 'a taken name is told, to API admins alone'],
  [/^signUp$/, 'body:parent', 'who stands above is known to API admins, who sign everybody up'],
  [/^signUp$/, 'body:email', 'a taken address is told, to API admins alone'],
  [
    /^(createBundles?|adminCreateBundle)$/,
    'body:bundle_id',
    'that it exists is told (docs/spec/commerce-api.md#7.3), and everybody lists it',
  ],
  [/Bundles?$/, 'body:product-sku', 'that it is another bundle’s is told (docs/spec/service.md#5); everybody lists it'],
];

function body(name: string): string {
  return `body:${name}`;
}
