import { Global, Injectable, Module } from '@nestjs/common';
import { PostedPeriods, type PostedSpan } from '#network/volumes/index.js';

/** Which periods are posted, for a service with the {@link PostedModule}. */
export const posted: { span: PostedSpan | undefined } = { span: undefined };

/** Says which periods are posted, as the room of runs does, without a run. */
@Injectable()
class PostedForTest extends PostedPeriods {
  span(): Promise<PostedSpan | undefined> {
    return Promise.resolve(posted.span);
  }
}

@Global()
@Module({ providers: [{ provide: PostedPeriods, useClass: PostedForTest }], exports: [PostedPeriods] })
export class PostedModule {}
