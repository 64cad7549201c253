import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../common/database/index.js';

/** For so long what was found out holds: probes are rare, whoever asks how often. */
const HOLDS_MS = 2_000;

// On a full disk reads go on, and so do writes that find room in a page or a file that is there already. So the second
// statement needs new room, for a moment: what exceeds its memory goes into a file that is gone with it.
const UPDATE = statement('write-probe.update', 'UPDATE write_probe SET written_at = now() WHERE id = 1');
const SPARE_MEMORY = statement('write-probe.memory', `SELECT set_config('work_mem', '64kB', true)`);
const FILL_FILE = statement('write-probe.file', 'SELECT count(*) FROM generate_series(1, 10000)');

/** Finds out whether the database can write: its disk has room, and it is no standby. */
@Injectable()
export class WriteProbe {
  private last: Promise<void> | undefined;
  private endedAt = -Infinity;

  constructor(private readonly db: Database) {}

  /** @throws what the database says when it cannot, at most some seconds ago */
  async check(): Promise<void> {
    if (this.last === undefined || performance.now() - this.endedAt > HOLDS_MS) {
      this.endedAt = Infinity;
      this.last = this.write().finally(() => (this.endedAt = performance.now()));
    }
    await this.last;
  }

  private async write(): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.db.query(tx, UPDATE);
      await this.db.query(tx, SPARE_MEMORY);
      await this.db.query(tx, FILL_FILE);
    });
  }
}
