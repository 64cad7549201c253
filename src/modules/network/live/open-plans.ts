import { Injectable, Optional } from '@nestjs/common';
import { LivePlans, planOfCalendar, type OpenPlan } from './open-plan.js';

/** Milliseconds between two looks at what holds: a plan that is published, and a period that ends, show within seconds. */
const LOOK_MS = 1_000;

/** Which plan holds, now and on: each instance looks for itself, so that none has to be told. */
@Injectable()
export class OpenPlans {
  constructor(@Optional() private readonly plans?: LivePlans) {}

  /** Where the module is that evaluates by plans; undefined without one. */
  get program(): string | undefined {
    return this.plans?.program;
  }

  /**
   * Tells the plan that holds, and each one that holds after it.
   * @returns what ends it
   */
  follow(tell: (plan: OpenPlan) => void): () => void {
    let told: string | undefined;
    let timer: NodeJS.Timeout | undefined;
    let hasEnded = false;
    const look = async (): Promise<void> => {
      const plan = await this.now().catch(() => undefined);
      if (hasEnded) return;
      // Without the database the last one holds on.
      if (plan !== undefined && plan.key !== told) tell(plan);
      told = plan?.key ?? told;
      timer = setTimeout(() => void look(), LOOK_MS).unref();
    };
    void look();
    return () => {
      hasEnded = true;
      clearTimeout(timer);
    };
  }

  private async now(): Promise<OpenPlan> {
    const now = new Date();
    return (await this.plans?.inForce(now)) ?? planOfCalendar(now);
  }
}
