import type { LiveNetwork } from './live-network.js';
import { TOP, type MemberRows } from './member-rows.js';
import { buildTour, isPause, ROOT } from './tour.js';
import { UidIndex } from './uid-index.js';

/**
 * Fills an empty network. Members get their numbers in the order of a walk through the sponsor tree, so that reading what is
 * below somebody is reading memory from front to back.
 */
export function* fill(network: LiveNetwork, rows: MemberRows): Generator<void, void> {
  const index = new UidIndex((row) => rows.uidAt(row));
  for (let row = 0; row < rows.size; row += 1) {
    if (isPause(row)) yield;
    index.set(rows.uidAt(row), row);
  }
  const parents = new Int32Array(rows.size);
  for (let row = 0; row < rows.size; row += 1) {
    if (isPause(row)) yield;
    const sponsor = rows.sponsorAt(row);
    parents[row] = sponsor === TOP ? ROOT : index.get(sponsor);
  }
  const { order } = yield* buildTour(parents, new Int32Array(rows.size), rows.size);
  network.reserve(rows.size);
  for (const [place, row] of order.entries()) {
    if (isPause(place)) yield;
    network.load(rows.at(row));
  }
  for (const [place, row] of order.entries()) {
    if (isPause(place)) yield;
    network.loadPlace(rows.at(row));
  }
  yield* network.rebuild();
}
