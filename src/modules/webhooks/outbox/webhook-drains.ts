/** A drain that runs in this instance, as others see it. */
export interface RunningDrain {
  /** There is something new to deliver. */
  lookAgain(): void;
  /** What it knows of the application may be old: it starts nothing more with that. */
  reread(): void;
}

/** The drains that run in this instance, by their application. */
export class WebhookDrains {
  private readonly running = new Map<string, RunningDrain>();

  get(applicationId: string): RunningDrain | undefined {
    return this.running.get(applicationId);
  }

  /** All of them, for news that may concern any. */
  all(): RunningDrain[] {
    return [...this.running.values()];
  }

  enter(applicationId: string, drain: RunningDrain): void {
    this.running.set(applicationId, drain);
  }

  leave(applicationId: string, drain: RunningDrain): void {
    if (this.running.get(applicationId) === drain) this.running.delete(applicationId);
  }
}
