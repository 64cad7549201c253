import { BINARY } from './binary.template.js';
import { HYBRID } from './hybrid.template.js';
import { MATRIX } from './matrix.template.js';
import { STAIR_STEP } from './stair-step.template.js';
import { UNILEVEL } from './unilevel.template.js';
import type { PlanTemplate } from './template.js';

/** All templates. See docs/spec/commissions.md#3. */
export const TEMPLATES: readonly PlanTemplate[] = [UNILEVEL, BINARY, MATRIX, STAIR_STEP, HYBRID];
