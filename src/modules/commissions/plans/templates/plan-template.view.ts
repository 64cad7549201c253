import { ApiProperty } from '#common/openapi/decorators.js';
import type { PlanDocument } from '../../engine/index.js';
import { PLAN_COMPONENT } from '../document/json-schema.js';

/** A ready plan to begin with. */
export class PlanTemplateView {
  @ApiProperty({ example: 'hybrid' })
  name!: string;

  @ApiProperty({ example: 'Hybrid: unilevel and binary' })
  title!: string;

  @ApiProperty({ example: 'Unilevel pays those who sponsor, binary those who build two teams.' })
  description!: string;

  @ApiProperty({
    allOf: [{ $ref: `#/components/schemas/${PLAN_COMPONENT}` }],
    description: 'ready to be changed and saved as a draft',
  })
  plan!: PlanDocument;
}
