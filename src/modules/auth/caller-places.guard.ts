import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CallerPlaces } from '../../common/http/caller-places.js';

/** Third of the guards: a place among the caller's requests that are at work. Decision 39. */
@Injectable()
export class CallerPlacesGuard implements CanActivate {
  constructor(private readonly places: CallerPlaces) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const free = this.places.take(context.switchToHttp().getRequest<FastifyRequest>());
    return free === undefined ? true : free.then(() => true);
  }
}
