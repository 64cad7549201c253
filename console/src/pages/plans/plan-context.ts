import { useOutletContext } from 'react-router';
import type { Plan } from './plans.queries';

/** What the tabs of a plan's page share with it. */
export interface PlanPageContext {
  readonly plan: Plan;
  /** Says whether there is something unsaved, which publishing would skip. */
  readonly reportEdits: (isDirty: boolean) => void;
  /** The draft was deleted: nothing can be lost any more. */
  readonly isGone: boolean;
}

/** The plan whose page it is. */
export const usePlanPage = (): PlanPageContext => useOutletContext<PlanPageContext>();
