import type { Exchange, Instance } from '../support/instance.js';

/** How many answers of which kind clients got while a fault and its recovery lasted. */
export interface Answers {
  ok: number;
  refused: number;
  unavailable: number;
  /** What must not be: other statuses, and connections that a living process cut or left without an answer. */
  others: string[];
  /** Connections that a process cut which was told to stop. */
  cutWhileStopping: number;
  /** Connections that were cut because their process was killed, and those that nobody took. */
  cutByKill: number;
  unsent: number;
  /** Milliseconds of the slowest answer. */
  slowest: number;
}

/** Watches what all clients of some instances are answered. */
export class Watch {
  readonly answers: Answers = {
    ok: 0,
    refused: 0,
    unavailable: 0,
    others: [],
    cutWhileStopping: 0,
    cutByKill: 0,
    unsent: 0,
    slowest: 0,
  };
  private readonly ends: (() => void)[];

  constructor(instances: readonly Instance[]) {
    this.ends = instances.map((instance) => {
      const note = (exchange: Exchange): void => this.note(exchange);
      instance.on('answer', note);
      return () => instance.off('answer', note);
    });
  }

  /** Ends the watch. */
  end(): void {
    for (const end of this.ends) end();
  }

  private note({ what, outcome, ms, ending }: Exchange): void {
    const { answers } = this;
    if (outcome === 'unsent') answers.unsent += 1;
    else if (outcome === 'cut' && ending === 'SIGKILL') answers.cutByKill += 1;
    else if (outcome === 'cut' && ending === 'SIGTERM') answers.cutWhileStopping += 1;
    else if (outcome === 'cut') answers.others.push(`${what} was cut after ${(ms / 1000).toFixed(1)} s`);
    else if (outcome >= 200 && outcome < 300) answers.ok += 1;
    else if (outcome >= 400 && outcome < 500) answers.refused += 1;
    else if (outcome === 503) answers.unavailable += 1;
    else answers.others.push(`${what} was answered with ${outcome}`);
    if (typeof outcome === 'number') answers.slowest = Math.max(answers.slowest, ms);
  }
}
