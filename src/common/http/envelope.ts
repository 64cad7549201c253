import type { ServerResponse } from 'node:http';
import { SetMetadata, type CustomDecorator, type INestApplication } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { addToRouteConfig, declaredRoutes } from '../access/declared-access.js';

/** Metadata key of {@link Bare}. */
export const BARE = 'bare';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route of {@link Bare}. */
    bare?: boolean;
  }
}

/** The success envelope of section 4 of the specification. */
interface Envelope<Data> {
  status_code: 200;
  errors: Record<string, never>;
  data: Data;
}

/** An answer that leaves as it is, for a route of which only some answers are bare. */
export class BareAnswer {
  /** @param body an object, or the text of its JSON */
  constructor(
    readonly status: number,
    readonly body: object | string,
  ) {}
}

/** Marks a route whose answer leaves without the envelope, such as a key set, metrics or an OAuth reply. */
export function Bare(): CustomDecorator {
  return SetMetadata(BARE, true);
}

/** Lets Fastify know which routes are bare; before they are registered. */
export function markBareRoutes(app: INestApplication): void {
  const reflector = new Reflector();
  for (const route of declaredRoutes(app)) {
    if (reflector.getAllAndOverride<boolean | undefined>(BARE, route.targets)) addToRouteConfig(route, { bare: true });
  }
}

/** Whether a reply is that of a route of {@link Bare}. */
export function isBare({ request }: FastifyReply): boolean {
  return request.routeOptions.config.bare === true;
}

/** What a handler returned, in the envelope unless it is bare; every success is 200, with an empty object where there is no data. */
export function answerOf(data: unknown): BareAnswer {
  if (data instanceof BareAnswer) return data;
  return new BareAnswer(200, { status_code: 200, errors: {}, data: data ?? {} } satisfies Envelope<unknown>);
}

/** Nest's way to Fastify, with every success in the envelope. Not by an interceptor, which costs more than a guard. */
export class EnvelopingAdapter extends FastifyAdapter {
  override reply(reply: FastifyReply | ServerResponse, data: unknown, status?: number): FastifyReply {
    if (!('request' in reply)) return super.reply(reply, data, status);
    if (isBare(reply) && !(data instanceof BareAnswer)) return super.reply(reply, data, status);
    const answer = answerOf(data);
    return super.reply(reply, answer.body, answer.status);
  }
}
