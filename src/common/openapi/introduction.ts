import type { TagObject } from '@nestjs/swagger';
import type { Config } from '../config/config.js';
import { API_VERSION } from '../http/api-version.js';

export const TITLE = 'Direct selling commerce API';

/** What a client developer reads first. */
export function introduction({ publicUrl, apiPrefix }: Config): string {
  const base = `${publicUrl}/${apiPrefix}/${API_VERSION}`;
  return `Carts, wishlists, product bundles with volumes, orders and sign-in for direct selling.

All addresses of the client API begin with \`${base}\`. A path works with and without its trailing slash.

## Getting in

1. A super admin registers your application and gives you its **application key**. Send it in the header \`apikey\` of every request.
2. \`POST ${base}/token/\` with \`{"username", "password"}\` gives an **access token** (15 minutes) and a **refresh token** (30 days).
3. Send the access token as \`Authorization: Bearer …\`, or in the cookie \`access_token\`.
4. On 401 \`Invalid Token\` send \`{"refresh_token"}\` to the same address, keep both new tokens, and repeat the request.

\`\`\`sh
curl ${base}/token/ -H "apikey: $APIKEY" -H 'Content-Type: application/json' -d '{"username": "alice", "password": "…"}'
curl ${base}/commerce/cart-items/ -H "apikey: $APIKEY" -H "Authorization: Bearer $ACCESS_TOKEN"
\`\`\`

Any OAuth 2.0 library can log in, renew and revoke: it finds the addresses at \`${publicUrl}/.well-known/oauth-authorization-server\`, and takes the id of your application and its key for \`client_id\` and \`client_secret\`. (\`/token/\` takes a form with \`grant_type\` too, and answers as RFC 6749 says.)

An **API admin** may call everything, and acts for another user with \`?uid=\`.

## Single sign-on

An application that is registered with a \`login_url\` can be entered from another without a password:

1. The application where the user is signed in sends \`POST ${base}/sso/ticket/\` with \`{"application_id"}\` and sends the user to the \`login_url\` of the answer.
2. The page there takes the \`ticket\` out of its address at once, and hands it to its own back end or client, which sends \`{"ticket"}\` to \`${base}/token/\` with **its own** \`apikey\`. It gets tokens of its own.

A ticket is good once and for 60 seconds. Send the page with \`Referrer-Policy: no-referrer\`, and let it begin a new session of its own rather than add to one that is there: who opens such an address need not have asked for the ticket.

\`POST ${base}/logout/\` ends the one session; with \`{"everywhere": true}\` it ends all that came of the same login, and tells each application by \`session.ended\`.

## Requests

Bodies are \`application/json\`, \`application/x-www-form-urlencoded\` or \`multipart/form-data\`, at most 2 MiB and 50,000 values. In forms numbers are written as text, and objects and arrays as JSON text. Prices and volumes are exact decimals with at most 4 decimals.

## Answers

A success is always 200: \`{"status_code": 200, "errors": {}, "data": …}\`.

Every failure has one shape, whatever went wrong. \`type\` is a stable short name for programs, \`message\` is for people, and \`errors\` says what is wrong with each field, all at once:

\`\`\`json
{ "status_code": 400, "type": "Validation Error", "message": "name: must not be blank",
  "errors": { "name": [ { "message": "must not be blank" } ] }, "data": {}, "request_id": "…" }
\`\`\`

Beside the failures that each operation lists, any address may answer 404 \`Not Found\` (unknown path), 405 \`Method Not Allowed\` (with \`Allow\`), 408, 414 and 431, and 413 or 415 for a body that it does not take. Retry 500 and 503 (after \`Retry-After\`) and 429; mend the request on everything else.

\`X-Request-Id\` is on every answer. Send your own to find a request in both logs.

## Repeating safely

Send an \`Idempotency-Key\` of your own making with a POST or DELETE. The first answer is kept for 24 hours and given again, so a request whose answer was lost can simply be sent again. The same key with another request is 422; while the first is still running, 409.

## Carts and their versions

Every change of a cart answers with the cart and its \`version\`. Send \`If-Match: <version>\` with a change to make it only if nobody changed the cart meanwhile; otherwise it is 409.

## Lists

Lists take \`limit\` (1 to 100, default 50) and \`offset\`, and answer with \`results\`, \`count\` (all that match), \`previous\` and \`next\` (ready-made addresses, null at the ends).

## Webhooks

The service tells your application what happens: a super admin registers an address of yours with the types of events that you want to hear of. Each type, with what it tells, is at the end of this page under **Webhooks**.

- Every request is signed as [Standard Webhooks 1.0](https://www.standardwebhooks.com) says, and its libraries verify it: check \`webhook-signature\` over the body as it arrived, before you believe anything.
- Answer 2xx within 15 seconds, and do the work afterwards. Everything else is tried again, for three days; 410 ends it.
- An event comes at least once: ignore a \`webhook-id\` that has come before. Events of one cart, order or bundle come in their order as long as none of them fails.
- Ignore fields and types that you do not know: more may come.

## Encrypted bodies

An application may have **encryption keys**, one or more for each platform that it runs on (\`android\`, \`ios\`, \`web\`, \`server\`); a super admin collects them for you, each a 256-bit JWK with a \`kid\`. With one, bodies can be encrypted both ways at every address that takes an application key:

- Send a body as \`Content-Type: application/jose\`: a compact JWE (\`"alg": "dir"\`, \`"enc": "A256GCM"\`, and the \`kid\` of the key, all in its protected header; no \`zip\`) of the JSON that you would send otherwise. A body that cannot be opened is 400.
- Send \`Accept: application/jose\` to get the answer the same way, failures too. It is encrypted with the key of your body, else with the one that you name (\`Accept: application/jose;kid=…\`), else with the newest of your platform. If there is no such key it is 406, unless you accept \`application/json\` as well.

Look at the \`Content-Type\` of an answer: one that comes before the application is known (its key, its rules, the address, the size and the form of the body) is plain JSON. Paths, queries and headers are not encrypted. An application may be set to **require encryption**: then a plain body is 400, told plainly, and every answer is encrypted unless \`Accept\` excludes it, which is 406.
`;
}

/** What operations are sorted under, in the order of the page. */
export const TAGS: readonly TagObject[] = [
  { name: 'Authentication', description: 'Getting, renewing and ending access; the public keys.' },
  { name: 'OAuth 2.0', description: 'The same for client libraries, at addresses of its own.' },
  { name: 'Single sign-on', description: 'From one application into another.' },
  { name: 'Users', description: 'Signing members up.' },
  { name: 'Geography', description: 'Countries and their states.' },
  { name: 'Product bundles', description: 'The catalogue: bundles, their variants and volumes.' },
  { name: 'Cart', description: 'The cart of a user.' },
  { name: 'Wishlist', description: 'The wishlist of a user.' },
  { name: 'Orders', description: 'Placing the cart as an order, and what becomes of it.' },
  { name: 'Operations', description: 'Health, metrics and this document.' },
  { name: 'Admin: session', description: 'The way into the admin module, for super admins.' },
  { name: 'Admin: applications', description: 'Registered applications, their keys and rules.' },
  { name: 'Admin: webhooks', description: 'Secrets, test events, the delivery log and sending again.' },
  { name: 'Admin: product types', description: 'What bundles of a type are made of.' },
  { name: 'Admin: bundles', description: 'Bundles of any type.' },
  { name: 'Admin: users', description: 'Users, their roles and status.' },
  { name: 'Admin: orders', description: 'All orders.' },
  { name: 'Admin: signing keys', description: 'The keys that sign application keys and access tokens.' },
  { name: 'Admin: traffic', description: 'Requests, errors and latency of the client API over time.' },
  { name: 'Admin: audit', description: 'Who did what to what, when and from where.' },
];
