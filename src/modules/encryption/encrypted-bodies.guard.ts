import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../common/errors/app-error.js';
import { EncryptedBody } from '../../common/http/body-parsers.js';
import { BodyEncryption } from './body-encryption.js';

/**
 * Last of the guards: opens the body of a request that the others have admitted, before anything reads it, so that an
 * idempotency key, the DTOs and the handlers see what was meant. Section 7 of the decisions.
 */
@Injectable()
export class EncryptedBodiesGuard implements CanActivate {
  constructor(private readonly bodies: BodyEncryption) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { application } = request;
    if (application === undefined) {
      if (request.body instanceof EncryptedBody) throw notHere();
      return true;
    }
    if (!this.bodies.concerns(request, application)) return true;
    return this.bodies.prepare(request, application).then(() => true);
  }
}

/** Keys belong to applications: elsewhere there is none to open a body with. */
function notHere(): AppError {
  return new AppError('UNSUPPORTED_MEDIA_TYPE', 'application/jose is only for addresses that take an application key');
}
