import { hostname } from 'node:os';
import {
  context,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { TraceSettings } from '../config/config.js';
import { onceAnswered } from '../answered.js';
import { traceStatements, withStatements } from './statements.js';

/** Ids of a request's span, for its line in the log. */
export interface TraceIds {
  readonly trace_id: string;
  readonly span_id: string;
}

/** What tracing records of the service's work. */
export interface Tracing {
  /** Begins a span with each request, in the trace of its caller if it names one. */
  watch(fastify: FastifyInstance): void;
  /** The ids of a request's span. */
  idsOf(request: FastifyRequest): TraceIds | undefined;
  /** Runs a job in a trace of its own. */
  job<T>(task: string, work: () => Promise<T>): Promise<T>;
  /**
   * Sends a request to another server in a span. Only the host of the address is recorded: paths and queries may hold secrets.
   * @param statusOf the status of the answer; undefined: there was none
   */
  outgoing<T>(url: URL, work: () => Promise<T>, statusOf: (result: T) => number | undefined): Promise<T>;
  /** Sends what is left. */
  stop(): Promise<void>;
}

/** Milliseconds for one request to the collector. */
const EXPORT_MS = 5_000;

/** Milliseconds between two warnings that the collector takes nothing. */
const WARNING_MS = 60_000;

/** Characters of a value, so that no span becomes large. */
const MAX_VALUE = 2_000;

/** What probes and scrapes ask for, every few seconds. */
const UNTRACED = /^\/(?:health\/|metrics$)/;

/** The span of a request, and the context that its work belongs to. */
interface Traced {
  readonly span: Span;
  readonly context: Context;
}

/**
 * Tracing by OpenTelemetry's own packages. Spans are begun by the service itself, at four places, instead of by libraries that
 * change other modules while they are loaded: so it is known what a span has, and that it is nothing secret. Decision 77.
 */
export class OpenTelemetry implements Tracing {
  private readonly requests = new WeakMap<FastifyRequest, Traced>();
  private readonly tracer;

  private constructor(
    private readonly provider: TracerProvider,
    private readonly warn: () => void,
  ) {
    this.tracer = provider.getTracer('commerce-api');
  }

  /** Registers the provider for the process, so that spans of extensions belong to the service's traces. */
  static start(settings: TraceSettings, logger: Logger): OpenTelemetry {
    const warn = warnOfFailures(logger);
    const provider = new TracerProvider({
      resource: defaultResource().merge(
        resourceFromAttributes({
          'service.name': settings.service,
          'service.instance.id': `${hostname()}-${process.pid}`,
          ...settings.attributes,
        }),
      ),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.ratio) }),
      spanLimits: { attributeValueLengthLimit: MAX_VALUE },
      spanProcessors: [
        new BatchSpanProcessor({
          exporter: new OTLPTraceExporter({ url: settings.url, headers: settings.headers, timeoutMillis: EXPORT_MS }),
        }),
      ],
    });
    context.setGlobalContextManager(new AsyncLocalStorageContextManager());
    trace.setGlobalTracerProvider(provider);
    const own = new OpenTelemetry(provider, warn);
    traceStatements(own.tracer);
    return own;
  }

  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, _, done) => {
      const { url: route } = request.routeOptions;
      if (route !== undefined && UNTRACED.test(route)) return done();
      const span = this.tracer.startSpan(
        `${request.method} ${route ?? 'unknown'}`,
        {
          kind: SpanKind.SERVER,
          attributes: { 'http.request.method': request.method, 'http.route': route, 'commerce.request_id': request.id },
        },
        callerOf(request),
      );
      const traced = { span, context: withStatements(trace.setSpan(ROOT_CONTEXT, span)) };
      this.requests.set(request, traced);
      context.with(traced.context, done);
    });
    // Reading the body continues in the context of the connection.
    fastify.addHook('preValidation', (request, _, done) => {
      const traced = this.requests.get(request);
      if (traced === undefined) done();
      else context.with(traced.context, done);
    });
    onceAnswered(fastify, (request, _reply, status) => {
      const span = this.requests.get(request)?.span;
      span?.setAttribute('http.response.status_code', status);
      const { keyOfApplication } = request;
      if (keyOfApplication !== undefined) span?.setAttribute('commerce.application', keyOfApplication);
      if (status >= 500) fail(span, String(status));
      span?.end();
    });
  }

  idsOf(request: FastifyRequest): TraceIds | undefined {
    const ids = this.requests.get(request)?.span.spanContext();
    return ids === undefined ? undefined : { trace_id: ids.traceId, span_id: ids.spanId };
  }

  async job<T>(task: string, work: () => Promise<T>): Promise<T> {
    const span = this.tracer.startSpan(`job ${task}`, { kind: SpanKind.CONSUMER }, ROOT_CONTEXT);
    try {
      return await context.with(withStatements(trace.setSpan(ROOT_CONTEXT, span)), work);
    } catch (error) {
      fail(span, nameOf(error));
      throw error;
    } finally {
      span.end();
    }
  }

  async outgoing<T>(url: URL, work: () => Promise<T>, statusOf: (result: T) => number | undefined): Promise<T> {
    const attributes = {
      'http.request.method': 'POST',
      'server.address': url.hostname,
      'server.port': Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
    };
    const span = this.tracer.startSpan('POST', { kind: SpanKind.CLIENT, attributes });
    try {
      const result = await work();
      const status = statusOf(result);
      if (status !== undefined) span.setAttribute('http.response.status_code', status);
      if (status === undefined || status >= 400) fail(span, status === undefined ? 'unanswered' : String(status));
      return result;
    } catch (error) {
      fail(span, nameOf(error));
      throw error;
    } finally {
      span.end();
    }
  }

  async stop(): Promise<void> {
    await this.provider.shutdown().catch(this.warn);
  }
}

/** The context of the caller's span (W3C Trace Context); `tracestate` is not taken over, as nothing is known about it. */
function callerOf({ headers: { traceparent } }: FastifyRequest): Context {
  const caller = typeof traceparent === 'string' ? parseTraceParent(traceparent) : null;
  return caller === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true });
}

/** Marks a span as failed. Messages are left out: they may contain values. */
function fail(span: Span | undefined, type: string): void {
  span?.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}

/** The library's own messages contain answers of the collector: only the fact is logged. */
function warnOfFailures(logger: Logger): () => void {
  let last = -WARNING_MS;
  const ignore = (): void => undefined;
  const warn = (): void => {
    if (performance.now() - last < WARNING_MS) return;
    last = performance.now();
    logger.warn('OTEL_EXPORTER_OTLP_ENDPOINT: the collector does not take the traces; they are dropped');
  };
  diag.setLogger({ error: warn, warn: ignore, info: ignore, debug: ignore, verbose: ignore });
  return warn;
}
