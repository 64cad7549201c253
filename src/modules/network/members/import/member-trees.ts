import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, type Statement } from '#common/database/index.js';
import { type FieldProblem, MAX_REFUSED, type Refusals } from '#platform/imports/index.js';
import { ADD_LATER, LATER, LINES, READ_ROWS, READ_TIMES, READ_UPLINES, SIZES, TOP } from './member-import.queries.js';

/**
 * Trees by the parent of each node, in arrays: nodes are numbers from 1 on, so that millions of them fit into memory, and all is
 * found in linear time, whatever the depth.
 */
export class Forest {
  /** Nodes that are in no cycle, each before its parent. */
  readonly leavesFirst: Int32Array;
  /** Above 0 for nodes of a cycle. */
  private readonly open: Int32Array;

  /** @param parents by node; 0 or less for a node at the top. The first is not used */
  constructor(readonly parents: Int32Array) {
    const open = new Int32Array(parents.length);
    for (let node = 1; node < parents.length; node += 1) if (parents[node]! > 0) open[parents[node]!]! += 1;
    const order = new Int32Array(parents.length - 1);
    let count = 0;
    for (let node = 1; node < parents.length; node += 1) if (open[node] === 0) order[count++] = node;
    // Whoever loses the last child is a leaf of what is left. Around a cycle, that never happens.
    for (let index = 0; index < count; index += 1) {
      const parent = parents[order[index]!]!;
      if (parent > 0 && (open[parent]! -= 1) === 0) order[count++] = parent;
    }
    this.open = open;
    this.leavesFirst = order.subarray(0, count);
  }

  /** Whether a node is its own ancestor. */
  isInCycle(node: number): boolean {
    return this.open[node]! > 0;
  }
}

/** Nodes that are read, or told of, together. */
const BATCH = 100_000;

/** Bytes of a node: number, sponsor, parent. */
const NODE_BYTES = 12;
/** Bytes of a time: number, milliseconds. */
const TIME_BYTES = 12;

const IN_CYCLE = 'is this member, or stands below it';
const NOT_PLACED = 'is not placed';

/** What a row is refused for; its number, not its line. */
type Refuse = (row: number, field: string, message: string) => void;

/** Rows of a file by number, then the members above them. */
interface Nodes {
  readonly rows: number;
  readonly sponsors: Int32Array;
  readonly parents: Int32Array;
}

/**
 * Validates the shape of the trees that imported members make, together with those they hang on. What depends on who stands above
 * is found in arrays, in time and memory that grow with the rows alone: 40 MB for each of six in an import of ten million.
 */
@Injectable()
export class MemberTrees {
  constructor(private readonly db: Database) {}

  /**
   * Finds cycles, and places below members who have none; then says since when each place holds: nobody is placed before whoever
   * stands above, or before the place was free. A place need not be below the sponsor: the old system may have moved either.
   * @param isPlaced whether there is a placement tree
   */
  async validate(tx: EntityManager, refusals: Refusals, isPlaced: boolean): Promise<void> {
    const found: Omit<FieldProblem, 'line'>[] = [];
    const numbers: number[] = [];
    const refuse: Refuse = (row, field, message) => {
      if (numbers.length >= 2 * MAX_REFUSED) return;
      numbers.push(row);
      found.push({ field, message });
    };
    const nodes = await this.nodes(tx);
    validateSponsors(nodes, refuse);
    const places = isPlaced ? validatePlaces(nodes, refuse) : undefined;
    const lines = await this.db.query<{ number: number; line: number }>(tx, LINES, [numbers]);
    const lineOf = new Map(lines.map(({ number, line }) => [number, line]));
    refusals.addAll(found.map((problem, index) => ({ ...problem, line: lineOf.get(numbers[index]!)! })));
    await tx.query(LATER);
    if (places !== undefined && refusals.isEmpty) await this.tellLater(tx, places, nodes.rows);
  }

  private async nodes(tx: EntityManager): Promise<Nodes> {
    const { rows, uplines } = (await this.db.queryOne<{ rows: number; uplines: number }>(tx, SIZES))!;
    const sponsors = new Int32Array(rows + uplines + 1);
    const parents = new Int32Array(rows + uplines + 1);
    const take = (bytes: Buffer): void => {
      for (let at = 0; at < bytes.length; at += NODE_BYTES) {
        const number = bytes.readInt32BE(at);
        sponsors[number] = bytes.readInt32BE(at + 4);
        parents[number] = bytes.readInt32BE(at + 8);
      }
    };
    await this.read(tx, READ_ROWS, [1, rows], take);
    await this.read(tx, READ_UPLINES, [rows + 1, rows + uplines], take);
    return { rows, sponsors, parents };
  }

  /** Reports rows that are placed later than they could be by themselves, because somebody above came, or was placed, later. */
  private async tellLater(tx: EntityManager, { parents, leavesFirst }: Forest, rows: number): Promise<void> {
    const times = new Float64Array(parents.length);
    await this.read(tx, READ_TIMES, [1, parents.length - 1], (bytes) => {
      for (let at = 0; at < bytes.length; at += TIME_BYTES) times[bytes.readInt32BE(at)] = bytes.readDoubleBE(at + 4);
    });
    let numbers: number[] = [];
    let later: number[] = [];
    const flush = async (): Promise<void> => {
      if (numbers.length > 0) await this.db.change(tx, ADD_LATER, [numbers, later]);
      numbers = [];
      later = [];
    };
    for (let index = leavesFirst.length - 1; index >= 0; index -= 1) {
      const node = leavesFirst[index]!;
      const parent = parents[node]!;
      // Of who stood there before, only the own time counts: above, others may have stood.
      if (node > rows || parent <= 0 || times[parent]! <= times[node]!) continue;
      times[node] = times[parent]!;
      numbers.push(node);
      later.push(times[node]);
      if (numbers.length >= BATCH) await flush();
    }
    await flush();
  }

  private async read(
    tx: EntityManager,
    sql: Statement,
    [from, to]: readonly [number, number],
    take: (bytes: Buffer) => void,
  ): Promise<void> {
    for (let first = from; first <= to; first += BATCH) {
      const values = [first, Math.min(first + BATCH - 1, to)];
      const { bytes } = (await this.db.queryOne<{ bytes: Buffer | null }>(tx, sql, values))!;
      if (bytes !== null) take(bytes);
    }
  }
}

function validateSponsors({ rows, sponsors }: Nodes, refuse: Refuse): void {
  // Members who were there before stand below nobody of the file.
  const tree = new Forest(sponsors.slice(0, rows + 1).map((sponsor) => (sponsor > rows ? 0 : sponsor)));
  for (let row = 1; row <= rows; row += 1) if (tree.isInCycle(row)) refuse(row, 'sponsor', IN_CYCLE);
}

function validatePlaces({ rows, parents }: Nodes, refuse: Refuse): Forest {
  const tree = new Forest(parents);
  for (let row = 1; row <= rows; row += 1) {
    const parent = parents[row]!;
    if (parent <= 0) continue;
    if (tree.isInCycle(row)) refuse(row, 'placement_parent', IN_CYCLE);
    else if (parents[parent] === TOP.notPlaced) refuse(row, 'placement_parent', NOT_PLACED);
  }
  return tree;
}
