import 'reflect-metadata';
import cookie from '@fastify/cookie';
import { VersioningType } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import { AppModule } from './app.module.js';
import { assertEveryRouteDeclaresAccess } from '#common/access/access.decorator.js';
import type { Config } from '#common/config/config.js';
import { HandlerRegistry, type HookPoint } from '#common/events/index.js';
import { assertUniqueRoutes } from '#common/api-document/index.js';
import { AllowedMethods, answerClientError, ErrorFilter } from '#common/http/error.filter.js';
import { normalizeForwardedFor } from '#common/http/client-address.js';
import { refuseMalformedAddresses } from '#common/http/malformed-addresses.js';
import { boundBodies } from '#common/http/bodies-in-flight.js';
import { MAX_BODY_BYTES, registerBodyParsers } from '#common/http/body-parsers.js';
import { EnvelopingAdapter, markBareRoutes } from '#common/http/envelope.js';
import { serveBuiltPages } from '#common/http/built-pages.js';
import { answerRevalidations } from '#common/http/etag.js';
import { applyIdempotency } from '#common/http/idempotency.interceptor.js';
import { takeTurns } from '#common/http/pipelined.js';
import { logRequests, requestId } from '#common/http/request-log.js';
import { SCHEMA_COMPILERS } from '#common/http/schema-compilers.js';
import { SECURITY_HEADERS } from '#common/http/security-headers.js';
import {
  closeIdleConnections,
  closeSlowRequests,
  closeStalledResponses,
  receiveTimeouts,
} from '#common/http/slow-clients.js';
import { createLogger, NestLogger } from '#common/logging/logger.js';
import type { Environment, Extension } from '#common/extensions.js';
import { tracing } from '#common/tracing/tracing.js';
import { CallerLimitGuard, markAccess, rejectBeforeReadingBody } from '#platform/auth/index.js';
import { allowBrowserApplications } from '#platform/client-apps/index.js';
import { ApiReference } from '#operations/docs/index.js';
import { BodyEncryption } from '#platform/encryption/index.js';
import { Readiness } from '#operations/health/index.js';
import { Metrics } from '#platform/metrics/index.js';
import { RefusalLog, TrafficCounter } from '#platform/traffic/index.js';

/** Options of {@link createApp}. */
export interface CreateAppOptions {
  config: Config;
  /** A migrated PostgreSQL database. */
  databaseUrl: string;
  /** Modules of extensions; see `src/index.ts`. */
  extensions?: readonly Extension[];
  /** Where the settings of extensions are read from; default: the environment of the process. */
  env?: Environment;
  logger?: Logger;
}

/** Where extensions may hook in; one that is missing does not compile. */
const HOOK_POINTS: Readonly<Record<HookPoint, true>> = {
  'cart.add': true,
  'cart.changeQuantity': true,
  'order.place': true,
  'bundle.create': true,
  'bundle.update': true,
  'bundle.delete': true,
  'user.signup': true,
  'account.export': true,
  'account.erase': true,
};

/** Milliseconds that an idle connection is kept: longer than load balancers do. */
const KEEP_ALIVE_MS = 72_000;

/** A bundle id of 255 characters, each of up to 4 bytes, percent-encoded. */
const MAX_PARAM_LENGTH = 255 * 4 * 3;

/**
 * Builds the application, for main, tests, benchmarks and extensions. It does not listen yet.
 * @throws if a route declares no access, an extension is wrong, or the database is unreachable
 */
export async function createApp({
  config,
  databaseUrl,
  extensions = [],
  env = process.env,
  logger = createLogger(config.logLevel),
}: CreateAppOptions): Promise<NestFastifyApplication> {
  const allowed = new AllowedMethods(MAX_PARAM_LENGTH);
  const filter = new ErrorFilter(allowed);
  const adapter = new EnvelopingAdapter(config.publicUrl, {
    loggerInstance: logger,
    // logRequests logs one line per response.
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger per request would cost more than its one line.
    childLoggerFactory: (parent: FastifyBaseLogger) => parent,
    genReqId: requestId,
    requestIdHeader: false,
    bodyLimit: MAX_BODY_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    schemaController: { compilersFactory: SCHEMA_COMPILERS },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    // refuseMalformedAddresses rejects a missing Host, in the standard error format.
    http: { requireHostHeader: false, ...receiveTimeouts(config.requestTimeoutMs) },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => filter.send(error, request, reply),
    return503OnClosing: false,
  });
  const fastify = adapter.getInstance();
  takeTurns(fastify.server);
  allowed.watch(fastify);
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id).header('cache-control', 'no-store');
    done();
  });
  tracing()?.watch(fastify);
  closeSlowRequests(fastify, config.requestTimeoutMs);
  closeStalledResponses(fastify, config.requestTimeoutMs);
  closeIdleConnections(fastify, KEEP_ALIVE_MS, config.requestTimeoutMs);
  logRequests(fastify, logger);
  normalizeForwardedFor(fastify);
  refuseMalformedAddresses(fastify);
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with(config, databaseUrl, extensions, env),
    adapter,
    { logger: new NestLogger(logger), abortOnError: false, bodyParser: false },
  );
  await app.register(cookie);
  rejectBeforeReadingBody(fastify, app);
  boundBodies(fastify);
  await registerBodyParsers(fastify);
  await serveBuiltPages(fastify);
  await allowBrowserApplications(fastify, app);
  app.get(CallerLimitGuard).watch(fastify);
  app.get(BodyEncryption).watch(fastify);
  answerRevalidations(fastify, app);
  app.get(Metrics).watch(fastify);
  app.get(TrafficCounter).watch(fastify);
  app.get(RefusalLog).watch(fastify);
  app.get(Readiness).watch(fastify);
  app.enableVersioning({ type: VersioningType.URI, prefix: `${config.apiPrefix}/v` });
  app.useGlobalFilters(filter);
  try {
    assertEveryRouteDeclaresAccess(app);
    assertUniqueRoutes(app);
    app.get(HandlerRegistry).setHookPoints(Object.keys(HOOK_POINTS));
    applyIdempotency(fastify, app);
    markBareRoutes(app);
    markAccess(app);
    app.get(ApiReference).describe(app);
    await app.init();
    return app;
  } catch (error) {
    // Its connections would keep the process.
    await app.close().catch(() => undefined);
    throw error;
  }
}
