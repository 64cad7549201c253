import { Injectable } from '@nestjs/common';
import { AppError } from '#common/errors/app-error.js';
import { LiveTrees, type Place, type PlaceAsked } from '../members/index.js';
import { LiveThread } from './live-thread.js';
import type { AskName, Asks } from './asks.js';
import type { TreeName } from './tree/words.js';

/** Milliseconds that an open transaction waits for an answer: as long as a large network needs to take in a move. */
const PATIENCE_MS = 2_000;

/** Answers the room of members out of the trees in memory. */
@Injectable()
export class LiveAnswers extends LiveTrees {
  constructor(private readonly thread: LiveThread) {
    super();
  }

  override isWithin(tree: TreeName, uid: number, root: number): Promise<boolean | undefined> {
    return this.known('within', { uid, tree, root });
  }

  override async count(tree: TreeName, uid: number): Promise<number | undefined> {
    return (await this.known('part', { uid, tree }))?.members;
  }

  override places({ sponsorUid: uid, rule, width }: PlaceAsked): Promise<Place[] | undefined> {
    const ask = { uid, rule, width };
    if (rule === 'lesser_volume') return this.thread.ask('places', ask, { patienceMs: PATIENCE_MS });
    return this.known('places', ask);
  }

  /** The answer, if there is one in time. */
  private async known<Name extends AskName>(name: Name, ask: Asks[Name]['ask']): Promise<Asks[Name]['answer']> {
    try {
      return await this.thread.ask(name, ask, { patienceMs: PATIENCE_MS, isHurried: true });
    } catch (error) {
      if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') return undefined;
      throw error;
    }
  }
}
