import { Asker } from './asker.js';

/** Somebody who keeps asking for things. */
export abstract class Client extends Asker {
  /** Goes on until told to stop. */
  async workUntil(isOver: () => boolean): Promise<void> {
    while (!isOver() && !this.around.signal.aborted) {
      await this.staySignedIn();
      await this.act();
    }
  }

  /** Does one thing, or a few at the same time. */
  protected abstract act(): Promise<unknown>;
}
