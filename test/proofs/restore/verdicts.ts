import type { Checks } from '../support/checks.js';
import { audit, readRows } from './books.js';
import type { Change } from './client.js';
import { countKinds, isIn, lossAt, tailOf, type Moment } from './check.js';
import { ARCHIVE_TIMEOUT, type Server } from './server.js';

/** Seconds beyond the archive's own that may be lost: archiving takes its time on a busy machine. */
const ARCHIVE_SPARE = 15;

/** A restored server, and all changes that were acknowledged before. */
export interface Restored {
  readonly server: Server;
  readonly changes: readonly Change[];
  readonly checks: Checks;
  readonly print: (line: string) => void;
}

/** Says what the restore to a point has lost; gives the changes that only others know of now. */
export async function tellLoss(restored: Restored, point: Moment): Promise<readonly Change[]> {
  const { server, changes, checks, print } = restored;
  const rows = await readRows(server);
  const loss = lossAt(point, changes, (change) => isIn(rows, change));
  print(`lost of ${loss.before} changes acknowledged before the point: ${loss.lostBefore.length}`);
  print(`kept of ${loss.after} changes after the point: ${loss.keptAfter.length}`);
  print(`of ${loss.meanwhile} at that moment there are ${loss.keptMeanwhile}`);
  checks.that('to the point', 'there were changes before', loss.before > 0);
  checks.that('to the point', 'there were changes after', loss.after > 0);
  checks.that('to the point', 'nothing before is lost', loss.lostBefore.length === 0, countKinds(loss.lostBefore));
  checks.that('to the point', 'nothing after is there', loss.keptAfter.length === 0, countKinds(loss.keptAfter));
  await audit(server, checks, 'after the restore to the point');
  const lost = changes.filter((change) => !isIn(rows, change));
  print(`undone: ${countKinds(lost)}`);
  return lost;
}

/**
 * Says what the restore of all that was archived has lost.
 * @param end when the server ended, on the clock of the changes
 * @param begun when its work had begun
 */
export async function tellTail(
  { server, changes, checks, print }: Restored,
  end: number,
  begun: number,
): Promise<void> {
  const rows = await readRows(server);
  const since = changes.filter(({ sent }) => sent > begun);
  const tail = tailOf(end, since, (change) => isIn(rows, change));
  print(
    `all that was archived: ${tail.kept} kept, the last ${tail.seconds.toFixed(1)} s lost: ${countKinds(tail.lost)}`,
  );
  checks.that('all that was archived', 'something is kept', tail.kept > 0);
  checks.that('all that was archived', 'only the end is lost', tail.holes.length === 0, countKinds(tail.holes));
  const most = ARCHIVE_TIMEOUT + ARCHIVE_SPARE;
  checks.that('all that was archived', `at most ${most} s are lost`, tail.seconds <= most, String(tail.seconds));
  await audit(server, checks, 'after the restore of all');
}
