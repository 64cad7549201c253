import { Header } from '@nestjs/common';
import { Config } from '#common/config/config.js';
import { Endpoint, PublicController } from '#common/http/endpoint.js';
import { Bare } from '#common/http/envelope.js';
import { InstalledBonuses } from '../bonus-types.js';
import { planJsonSchema } from './json-schema.js';

/** The JSON Schema of a plan, for editors and for whoever writes plans by hand. See docs/spec/commissions.md#3. */
@PublicController()
@Bare()
export class PlanSchemaController {
  private schema: object | undefined;

  constructor(
    private readonly config: Config,
    private readonly bonuses: InstalledBonuses,
  ) {}

  @Endpoint('GET plan.schema.json', {
    id: 'getPlanSchema',
    summary: 'The JSON Schema of a commission plan',
    description: 'JSON Schema 2020-12, with each parameter explained, and the types of bonuses that extensions add.',
    answer: {
      type: 'object',
      required: ['$schema', '$id', 'type'],
      properties: { $schema: { type: 'string' }, $id: { type: 'string' }, type: { type: 'string' } },
      additionalProperties: true,
    },
    answerExample: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'http://localhost:3000/plan.schema.json',
      type: 'object',
    },
  })
  @Header('content-type', 'application/json; charset=utf-8')
  @Header('cache-control', 'public, max-age=300')
  read(): object {
    return (this.schema ??= planJsonSchema(`${this.config.publicUrl}/plan.schema.json`, this.bonuses.types));
  }
}
