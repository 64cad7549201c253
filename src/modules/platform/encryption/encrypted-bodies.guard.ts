import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#common/errors/app-error.js';
import { EncryptedBody } from '#common/http/body-parsers.js';
import { BodyEncryption } from './body-encryption.js';

/**
 * Last guard: decrypts the body of an admitted request, so that idempotency keys, DTOs and handlers see its content. See docs/spec/service.md#7.
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

/** Keys belong to applications: other routes have none. */
function notHere(): AppError {
  return new AppError('UNSUPPORTED_MEDIA_TYPE', 'application/jose is only for addresses that take an application key');
}
