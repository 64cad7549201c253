/**
 * Names of parameters and fields that are no ids, though their type would allow it: texts to be stored or searched, and
 * whole numbers. Whatever is neither here nor an id of some thing fails the proof of access.
 */
export const NO_IDS: readonly string[] = [
  ...['Accept-Language', 'If-Match', 'If-None-Match', 'X-Request-Id', 'X-End-User-IP'].map((name) => `header:${name}`),
  ...['limit', 'offset', 'search', 'name', 'action', 'entity_type', 'levels', 'level', 'depth', 'rank', 'kind'].map(
    (name) => `query:${name}`,
  ),
  ...['allow', 'block', 'entries', 'rate_limit', 'rate_limit_total', 'maintenance_message', 'overlap_seconds'].map(
    body,
  ),
  ...['url', 'events', 'login_url', 'logout_url', 'ip', 'origin', 'referer', 'version', 'api_version'].map(body),
  ...['password', 'first_name', 'last_name', 'image', 'label', 'product-name', 'quantity', 'en', 'reason'].map(body),
  'query:q',
  'query:list',
  ...['list', 'query', 'column_order', 'hidden_columns'].map(body),
  'query:wait',
  'query:code',
  'query:route',
  'query:request_id',
  'query:fields',
  ...['leg', 'width', 'holding_days'].map(body),
  'query:leg',
  ...['recipient', 'line1', 'line2', 'postal_code', 'city'].map(body),
  'query:bonus',
  ...['from', 'to'].map((name) => `query:${name}`),
  'query:columns',
  'query:part',
  'query:order',
  'query:period',
  'query:reward',
  'body:period',
  ...['hold_days', 'preview_minutes', 'new_account_days', 'lapse_days', 'note', 'reference'].map(body),
  ...['from_period', 'time_zone', 'rank', 'count', 'active_frontline', 'customers'].map(body),
  ...['type', 'days', 'excludes', 'of', 'strong', 'weak'].map(body),
  ...['code', 'current_password', 'limit', 'offset'].map(body),
  ...[
    'token_type_hint',
    'redirect_uri',
    'redirect_uris',
    'code_verifier',
    'variant_fields',
    'attributes',
    'name',
    'grant_type',
  ].map(body),
];

/** Operations in which a free text, a name, is what something is known by. */
export const KNOWN_BY_NAME: readonly string[] = ['adminCreateProductType'];

/**
 * Ids for which nothing is another's, or whose being taken must be told: which ones, and why. Who has a permission sees all
 * that it opens; such ids need no entry, unless they are in a body or further on in a path, and may belong elsewhere than
 * the id before them.
 */
export const EXCUSED_IDS: readonly (readonly [operations: RegExp, place: string, why: string])[] = [
  [/^(?!admin)/, 'query:uid', 'an API admin may act for everybody; all others are refused, and compared as refused'],
  [/./, 'header:Idempotency-Key', 'is tried by itself'],
  [/./, 'body:country_code', 'the list of countries is public (ISO 3166)'],
  [/^getStates$/, 'path:country_code', 'the list of countries is public (ISO 3166)'],
  [/^adminAddNote$/, 'body:text', 'names nothing: it is what the note says'],
  [/^adminComparePlans$/, 'path:other', 'who may read plans may read each'],
  [/^adminExplainCommissionLine$/, 'path:number', 'who may read statements may read every line'],
  [/^adminChangePlan$/, 'body:id', 'names the bonuses and ranks of this plan'],
  [/^adminHandOverMember$/, 'body:to_uid', 'who may move members may see each'],
  [/^adminMergeMember$/, 'body:into_uid', 'who may move members may see each'],
  [/^adminInviteMembers$/, 'body:usernames', 'who may change users sees each'],
  [/^adminMoveMember$/, 'body:parent_uid', 'who may move members may see each'],
  [/^admin(LogIn|SetUpFactor|ConfirmSession)$/, 'body:challenge', 'a secret of 32 bytes, which only who asked is told'],
  [/^adminSetPassword$/, 'body:token', 'a secret of 32 bytes, which only who made the link is told'],
  [/^(listBundles|getFacets)$/, 'query:category', 'the names of product types are in every list'],
  [/^(add|change)Address$/, 'body:state', 'the list of states is public (ISO 3166)'],
  [/^(confirm(SignUp|EmailChange)|setPassword)$/, 'body:token', 'a secret of 32 bytes, which only the mailer is told'],
  [/^confirmSignUp$/, 'body:username', 'a taken name is told to who has a token, 20 times (decision 95)'],
  [/^confirmSignUp$/, 'body:sponsor', 'who sponsors nobody is told to who has a token, 20 times (decision 95)'],
  [/^signUp(Oneself)?$/, 'body:ref', 'it is signed: nobody makes one'],
  [/^signUpOneself$/, 'body:username', 'one answer for all (test/self-sign-up.e2e-spec.ts)'],
  [/^signUpOneself$/, 'body:email', 'one answer for all (test/self-sign-up.e2e-spec.ts)'],
  [/^signUpOneself$/, 'body:sponsor', 'one answer for all (test/self-sign-up.e2e-spec.ts)'],
  [/^requestEmailChange$/, 'body:email', 'one answer for all (test/account.e2e-spec.ts)'],
  [/^requestPasswordReset$/, 'body:login', 'one answer for all (test/account-passwords.e2e-spec.ts)'],
  [/^signUp$/, 'body:username', 'a taken name is told, to API admins alone'],
  [/^adminChangeApplication$/, 'body:username', 'a taken name is told, to the admin module alone'],
  [/^adminChange(Application|User)$/, 'body:email', 'a taken address is told, to the admin module alone'],
  [/^signUp$/, 'body:parent', 'who stands above is known to API admins, who sign everybody up'],
  [/^signUp$/, 'body:email', 'a taken address is told, to API admins alone'],
  [
    /^createBundles?$/,
    'body:bundle_id',
    'that it exists is told (docs/spec/commerce-api.md#7.3), and everybody lists it',
  ],
  [
    /^(create|update|adminUpdate)Bundles?$/,
    'body:product-sku',
    'that it is another bundle’s is told (docs/spec/service.md#5); everybody lists it',
  ],
];

function body(name: string): string {
  return `body:${name}`;
}
