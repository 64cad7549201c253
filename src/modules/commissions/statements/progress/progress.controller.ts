import { CallerParam, type Caller } from '#common/access/index.js';
import { notFound } from '#common/errors/failures.js';
import { ClientController, Endpoint } from '#common/http/endpoint.js';
import { ProgressService } from './progress.service.js';
import { ProgressView } from './progress.dto.js';

/** The open period of a member. See docs/spec/commissions.md#5. */
@ClientController('commissions', { tag: 'Commissions', access: 'user', scope: 'earnings' })
export class ProgressController {
  constructor(private readonly progress: ProgressService) {}

  @Endpoint('GET progress', {
    id: 'getProgress',
    summary: 'Read your progress in the open period',
    description:
      'As of now: measures, whether the member is active, the paid-as rank, and what is missing for the next rank, leg by leg. The member’s own orders count at once, those of others within 5 seconds. `estimated` is from the newest preview, which the service makes by itself. 404 for a user who is no member.',
    answer: ProgressView,
    failures: [notFound('member')],
  })
  read(@CallerParam() caller: Caller): Promise<ProgressView> {
    return this.progress.read(caller);
  }
}
