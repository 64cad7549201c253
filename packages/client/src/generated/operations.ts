// Made from the OpenAPI document and the tables of messages by `npm run openapi`.
import type { Method } from '../operations.js';

/** The operations of the API by their ids. */
export interface Operations {
  /** Read your profile. Your name, country, e-mail address and sponsor. */
  getProfile: Method<'getProfile'>;
  /** Change your profile. Omitted fields do not change. The e-mail address is changed at `account/email/`. */
  changeProfile: Method<'changeProfile'>;
  /** List your addresses. All of them, at most 20, oldest first. */
  listAddresses: Method<'listAddresses'>;
  /** Add an address. A new default replaces the earlier one. At most 20 addresses. */
  addAddress: Method<'addAddress'>;
  /** Change an address. Omitted fields do not change; a new country removes the state. */
  changeAddress: Method<'changeAddress'>;
  /** Delete an address. If it was a default, there is no default afterwards. */
  deleteAddress: Method<'deleteAddress'>;
  /** Confirm a change of the e-mail address. At the application where it was requested, which gets the event `account.email_changed` for the former address. Tokens for setting a password become invalid. */
  confirmEmailChange: Method<'confirmEmailChange'>;
  /** Confirm the e-mail address of a sign-up. Creates the user with the role member, who comes into the network below the sponsor: at the leg that the link named, if it is free, or by the rule of the network. A username that is taken, or a sponsor that does not exist, is reported here; the same token can be sent again with others, five times. The key has to be that of the application at which the sign-up was. */
  confirmSignUp: Method<'confirmSignUp'>;
  /** List what you allow applications. Applications that you logged in to on the sign-in page, and their scopes; the newest first. */
  listConsents: Method<'listConsents'>;
  /** Withdraw what you allow an application. Its tokens with scopes are invalid on every instance within 2 seconds, and it has to ask again. */
  withdrawConsent: Method<'withdrawConsent'>;
  /** Request a change of your e-mail address. It is changed once the new address is confirmed. The application gets the event `account.email_change_requested` with a token, which its e-mail to the new address takes to `account/confirm-email/` within 24 hours; or `account.already_exists` for an address that is taken, with the same answer. */
  requestEmailChange: Method<'requestEmailChange'>;
  /** Erase your account. Cannot be undone. Username, e-mail address, names, password, addresses, wishlist, cart and sessions are gone; orders, earnings and the position in the network stay, under the name `erased-<uid>`. 409 while a payout is under way or on hold, while the balance is below 0, and for the API admin of an application. A balance that was not paid out stays in the books. */
  eraseAccount: Method<'eraseAccount'>;
  /** Export your data. A file with `profile`, `addresses`, `sessions`, `wishlist`, `cart`, `orders`, `earnings`, `statements` and `network`, and what extensions keep. Of lists the newest 1,000, and of orders only as many as have 5,000 lines together; the lists themselves have all. Sessions are those at applications. 3 an hour, one at a time. */
  exportAccount: Method<'exportAccount'>;
  /** Request a password reset. Only at an application with `self_service`. The answer is always the same, and takes the same time. If there is such a user, the application gets the event `account.password_reset_requested` with a token, which its e-mail to the user takes to `account/set-password/`. Only members are sent one: no API admins, and no users of the admin module. */
  requestPasswordReset: Method<'requestPasswordReset'>;
  /** Change your password. All your other sessions end. After ten wrong passwords in 15 minutes: 429. */
  changePassword: Method<'changePassword'>;
  /** Get your referral link. Put `ref` into the links that you hand out, such as `https://shop.example.com/join?ref=…`, and send it as `ref` of `account/sign-up/` or `user/signup/`. It is signed, so that nobody can make one for somebody else. */
  getReferral: Method<'getReferral'>;
  /** List your sessions. The open ones at applications, newest first, with device and address. */
  listSessions: Method<'listSessions'>;
  /** End all your other sessions. Their tokens are invalid on every instance within 2 seconds. */
  endOtherSessions: Method<'endOtherSessions'>;
  /** End one of your sessions. Its tokens are invalid on every instance within 2 seconds. */
  endSession: Method<'endSession'>;
  /** Set a password with a token. At the application where it was requested. The token becomes invalid, and all sessions of the user end. */
  setPassword: Method<'setPassword'>;
  /** Sign up. Only at an application with `self_service`. The answer is the same for e-mail addresses, usernames and sponsors that exist and for others, and takes the same time. The application gets the event `account.confirmation_requested` with a token, which its e-mail takes to `account/confirm/` within 24 hours; or `account.already_exists` for an e-mail address that is taken. */
  signUpOneself: Method<'signUpOneself'>;
  /** Add a product to the cart. Creates the cart if there is none. If the product is already in the cart, its quantity increases. Returns the cart. */
  addCartItem: Method<'addCartItem'>;
  /** Read the effect of the cart. What paying the cart now would change: its volumes, personal and group volume, whether the member would be active, the paid-as rank, and what would still be missing for the next one. An empty cart changes nothing. 404 for a user who is no member. */
  getCartCommission: Method<'getCartCommission'>;
  /** Read the cart. All items with current prices and volumes. Without a cart there are no items, `cart_id` is null and `version` is 0. */
  getCartItems: Method<'getCartItems'>;
  /** Place the cart as an order. Fixes prices, volumes and labels at their current catalogue values. Send the total shown to the user as `expected_total`: if the order would cost anything else, no order is placed, and the 409 contains the current cart in `data`. `If-Match` covers only the lines of the cart: price changes do not increase its version. Without a body, current prices are charged. An empty cart, one with an unavailable item, and more volume than 1,000,000,000 in a line or in all are a Validation Error. */
  createOrder: Method<'createOrder'>;
  /** Take back an order, or some of its pieces. A paid or completed order. Without `items` everything that is left of it is returned; with `items` the named pieces, or none of them if one is refused. Once nothing is left, the order is `returned`, which is final; until then it keeps its status, and its lines say how many pieces were returned. Without `uid` it may be any user’s order; with `uid` only that user’s, who may be inactive. Returns the order. */
  returnOrder: Method<'returnOrder'>;
  /** Change an order's status. placed → paid → completed, placed → cancelled, paid → cancelled; any other transition is 409, and returns are made by `order-return/`. Without `uid` it may be any user’s order; with `uid` only that user’s, who may be inactive. `reason` is kept in the order’s history. Returns the order. */
  changeOrderStatus: Method<'changeOrderStatus'>;
  /** List placed orders. Newest first. The cart is not included. */
  listOrders: Method<'listOrders'>;
  /** Read a placed order. With its history. 404 for a cart or another user’s order. */
  getOrder: Method<'getOrder'>;
  /** Create up to 50 product bundles. Bundles whose id is null, missing or already exists are skipped and listed; all others are created, or none if any of them is invalid. */
  createBundles: Method<'createBundles'>;
  /** Create a product bundle. Creates a bundle of the API product type with its variants. All validation errors are reported together. */
  createBundle: Method<'createBundle'>;
  /** Delete a product bundle. Rejected while the bundle is in an open order or a recent cart, and once users have purchased it. */
  deleteBundle: Method<'deleteBundle'>;
  /** Delete a variant of a bundle. The last variant of a bundle cannot be deleted. */
  deleteBundleVariant: Method<'deleteBundleVariant'>;
  /** Read a product bundle. All that a page needs which sells the bundle, in the language of `Accept-Language`. */
  getBundle: Method<'getBundle'>;
  /** Read the facets of product bundles. The product types, and the ranges of prices and volumes, among the bundles that match the filters. */
  getFacets: Method<'getFacets'>;
  /** List product bundles. Bundles of all product types, newest first unless `sort` says otherwise. */
  listBundles: Method<'listBundles'>;
  /** List API product bundles. Bundles of the API product type, newest first. */
  listApiBundles: Method<'listApiBundles'>;
  /** Update a product bundle. Replaces names, texts and attributes. A variant whose SKU exists in the bundle is updated, a new SKU adds a variant, and other variants do not change. */
  updateBundle: Method<'updateBundle'>;
  /** Remove an item from the cart. 404 for an unknown item or cart, or another user’s. Returns the cart. */
  removeCartItem: Method<'removeCartItem'>;
  /** Change the quantity of a cart item. 404 for an unknown item or cart, or another user’s. An unavailable item can only be removed. Returns the cart. */
  updateCart: Method<'updateCart'>;
  /** Add a product to the wishlist. A product that is already on the wishlist keeps its position. A wishlist has at most 1,000 products. */
  addToWishlist: Method<'addToWishlist'>;
  /** Read the wishlist. At most 50 products from `offset`, newest first. Products that were deleted are not shown. */
  getWishlistItems: Method<'getWishlistItems'>;
  /** Remove a product from the wishlist. 400 with type `Not Found` if the product is not on the wishlist. */
  removeFromWishlist: Method<'removeFromWishlist'>;
  /** List your posted periods. Newest first, with sums: the posted periods in which the user was a member. */
  listStatements: Method<'listStatements'>;
  /** Read your progress in the open period. As of now: measures, whether the member is active, the paid-as rank, and what is missing for the next rank, leg by leg. The member’s own orders count at once, those of others within 5 seconds. `estimated` is from the newest preview, which the service makes by itself. 404 for a user who is no member. */
  getProgress: Method<'getProgress'>;
  /** Read a statement. What was posted for a period, line by line; all lines add up to `total`. At most 1,000 lines in one answer; go on with `offset`. 404 for a period that is not posted, and for an order of another team. */
  getStatement: Method<'getStatement'>;
  /** Explain a statement. Why this much and why not more, in sentences and figures that add up to the statement: measures, ranks with their conditions, each bonus with its rule and lines, and what was different in the previous posted period. With `order`, an id or a number, also how an order of the member or of a downline member contributed. Neither names nor figures of upline members are shown. 404 for a period that is not posted. */
  explainStatement: Method<'explainStatement'>;
  /** List earnings. Newest first: commissions of posted periods, what was taken back, adjustments and payouts. */
  listEarnings: Method<'listEarnings'>;
  /** Read the balance of earnings. The sum of all earnings; it may be negative, and carries over. */
  getBalance: Method<'getBalance'>;
  /** List countries. All countries of ISO 3166-1, sorted by English name. */
  getCountries: Method<'getCountries'>;
  /** List the states of a country. The subdivisions of ISO 3166-2 by name. The country code is case-insensitive; the list is empty for a country without subdivisions. */
  getStates: Method<'getStates'>;
  /** Log out of one or all applications. Access and refresh token are revoked immediately. Without a body only this session ends. With `everywhere` all sessions linked to it by single sign-on end, in all applications: each application gets a `session.ended` event, and the response lists the `logout_url`s that a web front end can visit to clear browser state of the others. */
  logOut: Method<'logOut'>;
  /** List who is below. `group_volume` is measured in the requested tree. Customers, preferred customers and members in a holding tank are only in the sponsor tree; in the placement tree their volumes count in the group of the nearest placed sponsor above. */
  listDownline: Method<'listDownline'>;
  /** List members who wait for a place. Distributors sponsored by the user who are not in the placement tree yet, in the order in which the service places them. */
  listHoldingTank: Method<'listHoldingTank'>;
  /** Read your position. Volumes are those of the open period: that of the plan in force, else the calendar month in UTC. The member’s own orders count at once, those of others within 5 seconds. 404 for a user who is no member. */
  getNetworkMember: Method<'getNetworkMember'>;
  /** Place a member of the holding tank. In a free leg of the user, or of a member placed below. 404 for a member who does not wait in the user’s holding tank, and for a parent who is not below the user. */
  placeMember: Method<'placeMember'>;
  /** Look at a part of a tree. For a viewer: from `root` down, level by level, at most 500 members and 100 directly below one. Go on with one of them as `root`, or with `downline/`. 404 for a root that is not below the member in this tree. */
  getNetworkTree: Method<'getNetworkTree'>;
  /** List who is above. The nearest first; without volumes. */
  listUpline: Method<'listUpline'>;
  /** Get a single sign-on ticket for another application. Redirect the user to `login_url`: the application there exchanges the ticket for its own tokens at `/token/`. A ticket can be used once, within 60 seconds, while this session is active. It is always for the caller: `uid` cannot name another user. 409 if the application is inactive or in maintenance; 404 if it is unknown or has no single sign-on. */
  createSsoTicket: Method<'createSsoTicket'>;
  /** Log in, refresh the access token, or exchange a single sign-on ticket. The body contains `username` and `password`, or `refresh_token`, or `ticket`. A refresh token can be used once; if the response was lost, it can be sent again until the new one is used. A single sign-on ticket can be exchanged once by the application that it was issued for; any invalid ticket is 401 `Invalid Token`, and an attempt by another application does not consume it. A form with `grant_type` gets the plain responses and errors of RFC 6749 (OAuth 2.0) instead of the envelope. Failed logins are limited for each account and address; then 429 with `Retry-After`. */
  getToken: Method<'getToken'>;
  /** Sign up a member. Creates a user with the role member, and enrols them below the sponsor. The sponsor, by username or by the `ref` of a referral link, is optional and must be an active member; a distributor needs a distributor as sponsor. In a network with a placement tree a new distributor is placed below the sponsor: at `placement`, or by the rule of the network. */
  signUp: Method<'signUp'>;
}

/** Their methods and paths below the base URL. */
export const ROUTES = {
  getProfile: 'GET account/',
  changeProfile: 'PATCH account/',
  listAddresses: 'GET account/addresses/',
  addAddress: 'POST account/addresses/',
  changeAddress: 'PATCH account/addresses/{id}/',
  deleteAddress: 'DELETE account/addresses/{id}/',
  confirmEmailChange: 'POST account/confirm-email/',
  confirmSignUp: 'POST account/confirm/',
  listConsents: 'GET account/consents/',
  withdrawConsent: 'DELETE account/consents/{application_id}/',
  requestEmailChange: 'POST account/email/',
  eraseAccount: 'POST account/erasure/',
  exportAccount: 'GET account/export/',
  requestPasswordReset: 'POST account/password-reset/',
  changePassword: 'POST account/password/',
  getReferral: 'GET account/referral-link/',
  listSessions: 'GET account/sessions/',
  endOtherSessions: 'DELETE account/sessions/',
  endSession: 'DELETE account/sessions/{id}/',
  setPassword: 'POST account/set-password/',
  signUpOneself: 'POST account/sign-up/',
  addCartItem: 'POST commerce/add-cart-item/',
  getCartCommission: 'GET commerce/cart-commission/',
  getCartItems: 'GET commerce/cart-items/',
  createOrder: 'POST commerce/create-order/',
  returnOrder: 'POST commerce/order-return/',
  changeOrderStatus: 'POST commerce/order-status/',
  listOrders: 'GET commerce/orders/',
  getOrder: 'GET commerce/orders/{id}/',
  createBundles: 'POST commerce/product/bulk/create/',
  createBundle: 'POST commerce/product/create/',
  deleteBundle: 'DELETE commerce/product/delete/',
  deleteBundleVariant: 'DELETE commerce/product/delete/product-varient/',
  getBundle: 'GET commerce/product/detail/',
  getFacets: 'GET commerce/product/facets/',
  listBundles: 'GET commerce/product/list/',
  listApiBundles: 'GET commerce/product/list/api-products/',
  updateBundle: 'POST commerce/product/update/',
  removeCartItem: 'POST commerce/remove-cart-item/',
  updateCart: 'POST commerce/update-cart/',
  addToWishlist: 'POST commerce/wishlist-add/',
  getWishlistItems: 'GET commerce/wishlist-items/',
  removeFromWishlist: 'POST commerce/wishlist-remove/',
  listStatements: 'GET commissions/',
  getProgress: 'GET commissions/progress/',
  getStatement: 'GET commissions/{period}/',
  explainStatement: 'GET commissions/{period}/explain/',
  listEarnings: 'GET earnings/',
  getBalance: 'GET earnings/balance/',
  getCountries: 'GET get/countries/',
  getStates: 'GET get/states/{country_code}/',
  logOut: 'POST logout/',
  listDownline: 'GET network/downline/',
  listHoldingTank: 'GET network/holding-tank/',
  getNetworkMember: 'GET network/member/',
  placeMember: 'POST network/place/',
  getNetworkTree: 'GET network/tree/',
  listUpline: 'GET network/upline/',
  createSsoTicket: 'POST sso/ticket/',
  getToken: 'POST token/',
  signUp: 'POST user/signup/',
} as const;
