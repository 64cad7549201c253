import type { PlanDocument } from '@commerce/commission-engine';

/** A ready plan to begin with. Amounts of money are whole, so that they fit any currency. */
export interface PlanTemplate {
  /** The machine name. */
  readonly name: string;
  readonly title: string;
  /** In the words of the field: who is paid for what. */
  readonly description: string;
  readonly plan: PlanDocument;
}
