import type { ServerResponse } from 'node:http';
import { SetMetadata, type CustomDecorator, type INestApplication } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyHttpOptions, FastifyReply, RawServerDefault } from 'fastify';
import { addToRouteConfig, declaredRoutes } from '../access/access.decorator.js';
import { StreamedAnswer } from './downloads.js';
import { withAbsoluteLinks } from './pagination.js';

/** Metadata key of {@link Bare}. */
export const BARE = 'bare';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** See {@link Bare}. */
    bare?: boolean;
  }
}

/** The success envelope of docs/spec/commerce-api.md#4. */
interface Envelope<Data> {
  status_code: 200;
  errors: Record<string, never>;
  data: Data;
}

/** A response without the envelope, for routes that use the envelope only sometimes. */
export class BareAnswer {
  /** @param body an object, or JSON text */
  constructor(
    readonly status: number,
    readonly body: object | string,
  ) {}
}

/** Marks a route whose responses have no envelope, such as a key set, metrics or OAuth. */
export function Bare(): CustomDecorator {
  return SetMetadata(BARE, true);
}

/** Adds {@link Bare} to Fastify's route config; call it before routes are registered. */
export function markBareRoutes(app: INestApplication): void {
  const reflector = new Reflector();
  for (const route of declaredRoutes(app)) {
    if (reflector.getAllAndOverride<boolean | undefined>(BARE, route.targets)) addToRouteConfig(route, { bare: true });
  }
}

/** Whether a reply belongs to a {@link Bare} route. */
export function isBare({ request }: FastifyReply): boolean {
  return request.routeOptions.config.bare === true;
}

/** The response for a handler's result: 200 in the envelope, unless it is bare. Without data, `data` is an empty object. */
export function answerOf(data: unknown): BareAnswer {
  if (data instanceof BareAnswer) return data;
  return new BareAnswer(200, { status_code: 200, errors: {}, data: data ?? {} } satisfies Envelope<unknown>);
}

/** Nest's Fastify adapter, which adds the envelope to successful responses, and links to pages. Faster than an interceptor. */
export class EnvelopingAdapter extends FastifyAdapter {
  /** @param publicUrl where links begin */
  constructor(
    private readonly publicUrl: string,
    options: FastifyHttpOptions<RawServerDefault>,
  ) {
    super(options);
  }

  override reply(reply: FastifyReply | ServerResponse, data: unknown, status?: number): FastifyReply {
    if (!('request' in reply)) return super.reply(reply, data, status);
    if (data instanceof StreamedAnswer) return this.stream(reply, data);
    const sent = withAbsoluteLinks(data, reply.request, this.publicUrl);
    if (isBare(reply) && !(sent instanceof BareAnswer)) return super.reply(reply, sent, status);
    const answer = answerOf(sent);
    return super.reply(reply, answer.body, answer.status);
  }

  private stream(reply: FastifyReply, { headers, body }: StreamedAnswer): FastifyReply {
    // Whatever fails on the way, what the body holds is given back.
    reply.raw.once('close', () => body.destroy());
    if (reply.raw.closed) body.destroy();
    reply.headers(headers);
    if (reply.request.method !== 'HEAD') return super.reply(reply, body, 200);
    body.destroy();
    return super.reply(reply, '', 200);
  }
}
