import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { buildOpenApi } from '#common/api-document/index.js';
import type { Config } from '#common/config/config.js';
import { API_VERSION } from '#common/http/api-version.js';
import { documentedWebhooks } from '#platform/webhooks/index.js';

export const TITLE = 'Direct selling commerce API';

/** The OpenAPI document, including routes of extensions. Works in Nest's preview mode too. */
export function describeApi(app: INestApplication, config: Config): Promise<OpenAPIObject> {
  return buildOpenApi(app, config, { title: TITLE, description: introduction(config), webhooks: documentedWebhooks() });
}

/** The introduction for client developers. */
function introduction({ publicUrl, apiPrefix }: Config): string {
  const base = `${publicUrl}/${apiPrefix}/${API_VERSION}`;
  return `Carts, wishlists, product bundles with volumes, orders and log-in for direct selling.

All URLs of the client API start with \`${base}\`. A path works with and without its trailing slash.

## Authentication

1. A super admin registers your application and gives you its **application key**. Send it in the \`apikey\` header of every request.
2. \`POST ${base}/token/\` with \`{"username", "password"}\` gives an **access token** (15 minutes) and a **refresh token** (30 days).
3. Send the access token as \`Authorization: Bearer …\`, or in the cookie \`access_token\`.
4. On 401 \`Invalid Token\` send \`{"refresh_token"}\` to the same endpoint, store both new tokens, and repeat the request.

\`\`\`sh
curl ${base}/token/ -H "apikey: $APIKEY" -H 'Content-Type: application/json' -d '{"username": "alice", "password": "…"}'
curl ${base}/commerce/cart-items/ -H "apikey: $APIKEY" -H "Authorization: Bearer $ACCESS_TOKEN"
\`\`\`

Any OAuth 2.0 library can log in, refresh and revoke: it discovers the endpoints at \`${publicUrl}/.well-known/oauth-authorization-server\`, and uses the id of your application and its key as \`client_id\` and \`client_secret\`. (\`/token/\` also accepts a form with \`grant_type\`, and responds as in RFC 6749.)

An **API admin** may call every endpoint, and acts on behalf of another user with \`?uid=\`.

## Single sign-on

Users can log in to an application with a registered \`login_url\` from another application, without a password:

1. The application where the user is logged in sends \`POST ${base}/sso/ticket/\` with \`{"application_id"}\` and redirects the user to the \`login_url\` of the response.
2. The page there removes the \`ticket\` from its URL immediately, and passes it to its own back end or client, which sends \`{"ticket"}\` to \`${base}/token/\` with **its own** \`apikey\`. It gets its own tokens.

A ticket can be used once, within 60 seconds. Serve the page with \`Referrer-Policy: no-referrer\`, and always start a new session instead of continuing an existing one: the person who opens such a URL may not have requested the ticket.

\`POST ${base}/logout/\` ends the current session; with \`{"everywhere": true}\` it ends all sessions of the same login, and sends \`session.ended\` to each application.

## Requests

Bodies are \`application/json\`, \`application/x-www-form-urlencoded\` or \`multipart/form-data\`, at most 2 MiB and 50,000 values. In forms numbers are written as text, and objects and arrays as JSON text. Prices and volumes are exact decimals with at most 4 decimals.

## Responses

A success is always 200: \`{"status_code": 200, "errors": {}, "data": …}\`.

All errors have the same format. \`type\` is a stable short name for programs, \`message\` is for humans, and \`errors\` lists all errors by field:

\`\`\`json
{ "status_code": 400, "type": "Validation Error", "message": "name: must not be blank",
  "errors": { "name": [ { "message": "must not be blank" } ] }, "data": {}, "request_id": "…" }
\`\`\`

In addition to the errors listed for each operation, any request may get 404 \`Not Found\` (unknown path), 405 \`Method Not Allowed\` (with \`Allow\`), 408, 414 and 431, and 413 or 415 for an unacceptable body. Retry on 429, 500 and 503 (after \`Retry-After\`); for all others, fix the request.

Every response has an \`X-Request-Id\`. Send your own to find a request in both logs.

## Idempotency

Send a unique \`Idempotency-Key\` with a POST or DELETE. The first response is stored for 24 hours and returned again, so a request whose response was lost can simply be retried. The same key with a different request is 422; while the first request is in progress, it is 409.

## Carts and their versions

Every change of a cart returns the cart and its \`version\`. Send \`If-Match: <version>\` to apply a change only if the cart has not changed since; otherwise it is 409.

## Lists

Lists take \`limit\` (1 to 100, default 50) and \`offset\`, and return \`results\`, \`count\` (total number of matches), \`previous\` and \`next\` (URLs, null at the ends).

## Webhooks

The service notifies your application of events: a super admin registers a URL of yours with the event types that you want to receive. All types and their payloads are at the end of this page under **Webhooks**.

- Every request is signed as [Standard Webhooks 1.0](https://www.standardwebhooks.com) specifies, and its libraries verify it: check \`webhook-signature\` against the raw body before you process it.
- Respond with 2xx within 15 seconds, and do the work afterwards. Anything else is retried for three days; 410 disables the webhook.
- Events are delivered at least once: ignore a \`webhook-id\` that you have already processed. Events of one cart, order or bundle are sent in order as long as none of them fails.
- Ignore unknown fields and types: more may be added.

## Encrypted bodies

An application can have **encryption keys**, one or more for each platform that it runs on (\`android\`, \`ios\`, \`web\`, \`server\`); a super admin exports them for you, each a 256-bit JWK with a \`kid\`. With such a key, request and response bodies can be encrypted at every endpoint that requires an application key:

- Send a body as \`Content-Type: application/jose\`: a compact JWE (\`"alg": "dir"\`, \`"enc": "A256GCM"\`, and the \`kid\` of the key, all in its protected header; no \`zip\`) of the JSON that you would otherwise send. A body that cannot be decrypted is 400.
- Send \`Accept: application/jose\` to get an encrypted response, including errors. It is encrypted with the key of your request body, else with the one that you specify (\`Accept: application/jose;kid=…\`), else with the newest of your platform. If there is no such key, the response is 406, unless you also accept \`application/json\`.

Check the \`Content-Type\` of responses: errors that occur before the application is identified (key, access rules, path, body size and format) are plain JSON. Paths, queries and headers are not encrypted. An application can **require encryption**: then a plain request body is 400 (in plain JSON), and every response is encrypted unless \`Accept\` excludes it, which is 406.
`;
}
