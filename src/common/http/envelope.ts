import {
  Injectable,
  SetMetadata,
  type CallHandler,
  type CustomDecorator,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';

/** Metadata key of {@link Bare}. */
export const BARE = 'bare';

/** The success envelope of section 4 of the specification. */
interface Envelope<Data> {
  status_code: 200;
  errors: Record<string, never>;
  data: Data;
}

/** An answer that leaves as it is, for a route of which only some answers are bare. */
export class BareAnswer {
  constructor(
    readonly status: number,
    readonly body: object,
  ) {}
}

/** Marks a route whose answer leaves without the envelope, such as a key set, metrics or an OAuth reply. */
export function Bare(): CustomDecorator {
  return SetMetadata(BARE, true);
}

/** Puts what a controller returns into the envelope; every success is 200, with an empty object where there is no data. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (this.reflector.getAllAndOverride<boolean>(BARE, [context.getHandler(), context.getClass()]))
      return next.handle();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map((data: unknown) => {
        const bare = data instanceof BareAnswer;
        reply.status(bare ? data.status : 200);
        return bare ? data.body : ({ status_code: 200, errors: {}, data: data ?? {} } satisfies Envelope<unknown>);
      }),
    );
  }
}
