import type { PlanDocument } from '../../engine/index.js';
import { BINARY } from './binary.template.js';
import { HYBRID } from './hybrid.template.js';
import { MATRIX } from './matrix.template.js';
import { STAIR_STEP } from './stair-step.template.js';
import { UNILEVEL } from './unilevel.template.js';

/** A ready plan to begin with. Amounts of money are whole, so that they fit any currency. */
export interface PlanTemplate {
  /** The machine name. */
  readonly name: string;
  readonly title: string;
  /** In the words of the field: who is paid for what. */
  readonly description: string;
  readonly plan: PlanDocument;
}

/** All templates. See docs/spec/commissions.md#3. */
export const TEMPLATES: readonly PlanTemplate[] = [UNILEVEL, BINARY, MATRIX, STAIR_STEP, HYBRID];
