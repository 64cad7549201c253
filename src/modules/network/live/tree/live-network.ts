import { POINTS, type TreeName, VOLUME_COLUMNS } from './columns.js';
import { FreePlaces } from './free-places.js';
import { hostsBy, LiveTree, ROOT, UNPLACED } from './live-tree.js';
import { LiveVolumes } from './live-volumes.js';
import { type MemberDescription, MemberTable } from './member-table.js';
import { LiveStandings, type StandingColumns } from './standings.js';

/** How a member is now. */
export interface MemberState extends MemberDescription {
  /** What a search looks at. */
  readonly text: string;
}

/** Where a member stands now. */
export interface Edge {
  readonly uid: number;
  readonly tree: TreeName;
  /** Null at the top. */
  readonly parentUid: number | null;
  /** From 1 on; 0 where there are none. */
  readonly leg: number;
}

/** Newcomers that are worth a new tour: a hundredth of the members, and never more than this. */
const MOST_NEWCOMERS = 4_000;

/** The members of the network, both trees and the volumes of the open period. It knows no clock and no database. */
export class LiveNetwork {
  readonly trees: Readonly<Record<TreeName, LiveTree>> = { sponsor: new LiveTree(), placement: new LiveTree() };
  /** How members are, in both trees. */
  readonly members = new MemberTable();
  /** What they sold and bought in the open period. */
  readonly volumes = new LiveVolumes(this.members, this.trees);
  /** Who is active and has which rank. */
  readonly standings = new LiveStandings();
  private column = POINTS;
  private made = 0;
  /** Edges whose parent or member is not there yet. */
  private early: Edge[] = [];
  private hasMoved = false;
  /** What is known of free places; undefined after moves and changes of status. */
  private places: FreePlaces | undefined;

  get size(): number {
    return this.members.size;
  }

  /** The number of a member; -1 for nobody. */
  find(uid: number): number {
    return this.members.find(uid);
  }

  /** The column of the volume that personal and group volume are of. */
  get qualifying(): number {
    return this.column;
  }

  /** How many changes there were. */
  get changes(): number {
    return this.made + this.volumes.changes;
  }

  /** Measures in another volume, and forgets who is active. */
  qualifyBy(column: number): void {
    this.column = column;
    this.standings.take(undefined);
    this.places = undefined;
    this.made += 1;
  }

  /** What a plan evaluates by: a copy. */
  columns(): StandingColumns {
    const own = new Float64Array(this.size);
    for (let member = 0; member < own.length; member += 1) own[member] = this.personalOf(member, this.column);
    return { ...this.members.columns(), ...this.trees.sponsor.columns(), own };
  }

  /** The personal volume: of the member's own rows, and of customers where a plan counts them. */
  personalVolumeOf(member: number): number {
    return this.personalOf(member, this.column) + this.standings.customersOf(member);
  }

  /** A volume of a member's own rows. */
  personalOf(member: number, column: number): number {
    return this.volumes.of(member, column);
  }

  /** A volume of a member and all below in a tree, and of who hangs on them there. */
  groupOf(tree: TreeName, member: number, column: number): number {
    return this.trees[tree].groupOf(member, column, (one) => this.personalOf(one, column));
  }

  /**
   * Free places of the placement tree, which has so many legs at each member.
   * @returns what may be asked until the next change
   */
  freePlaces(width: number): FreePlaces {
    if (this.places?.width === width) return this.places;
    return (this.places = new FreePlaces(
      {
        tree: this.trees.placement,
        isTerminated: (member) => this.members.statusOf(member) === 'terminated',
        groupOf: (member) => this.groupOf('placement', member, this.column),
      },
      width,
    ));
  }

  /** Makes room for so many members, once. */
  reserve(count: number): void {
    this.members.reserve(count);
    this.volumes.reserve(count);
  }

  /**
   * Adds members, or changes how they are; whose edges are not among these is at the top until they come.
   * @param unplaced uids of those who have lost their place in the placement tree, before the edges
   */
  apply(states: readonly MemberState[], edges: readonly Edge[], unplaced: readonly number[] = []): void {
    if (states.length + edges.length > 0) this.made += 1;
    const waiting = [...this.early, ...edges];
    this.early = [];
    const ofNewcomers = new Map<number, Partial<Record<TreeName, Edge>>>();
    for (const state of states) if (this.find(state.uid) < 0) ofNewcomers.set(state.uid, {});
    const rest = waiting.filter((edge) => {
      const known = ofNewcomers.get(edge.uid);
      if (known !== undefined) known[edge.tree] = edge;
      return known === undefined;
    });
    for (const state of states) {
      const member = this.find(state.uid);
      if (member < 0) this.append(state, ofNewcomers.get(state.uid) ?? {});
      else this.change(member, state);
    }
    for (const uid of unplaced) this.unplace(uid);
    for (const edge of rest) this.place(edge);
  }

  /** Begins a new period: without volumes. */
  beginPeriod(): void {
    this.volumes.clear();
    this.standings.take(undefined);
    this.hasMoved = true;
  }

  /** Gives a member another text to search. */
  rename(uid: number, text: string): void {
    const member = this.find(uid);
    if (member >= 0) this.members.rename(member, Buffer.from(text));
  }

  /** Whether answers would be better after {@link rebuild}: somebody moved, or there are many newcomers. */
  get isStale(): boolean {
    return this.hasMoved || this.trees.sponsor.newcomers > Math.min(MOST_NEWCOMERS, this.size / 100);
  }

  /** Makes both tours again, in steps between which it may be asked but not changed. */
  *rebuild(): Generator<void, void> {
    const { sponsor, placement } = this.trees;
    const bySponsor = yield* sponsor.rebuild(this.volumes.all, VOLUME_COLUMNS);
    const byPlacement = yield* placement.rebuild(this.volumes.all, VOLUME_COLUMNS, (parents) =>
      hostsBy(sponsor, this.size, bySponsor.tour.order, parents),
    );
    sponsor.take(bySponsor);
    placement.take(byPlacement);
    this.hasMoved = false;
    this.places = undefined;
  }

  private append(state: MemberState, edges: Partial<Record<TreeName, Edge>>): void {
    const member = this.size;
    const sponsor = this.parentBy(edges.sponsor) ?? ROOT;
    const host = sponsor < 0 ? -1 : this.trees.placement.hostOf(sponsor);
    const above = this.parentBy(edges.placement) ?? UNPLACED;
    this.reserve(member + 1);
    this.members.add(state, Buffer.from(state.text));
    this.trees.sponsor.append(sponsor, edges.sponsor?.leg ?? 0, -1);
    this.trees.placement.append(above, edges.placement?.leg ?? 0, host);
    this.volumes.welcome(state.uid, member);
  }

  /** The parent that an edge names; undefined, and kept for later, if it is not there yet. */
  private parentBy(edge: Edge | undefined): number | undefined {
    if (edge === undefined) return undefined;
    const parent = edge.parentUid === null ? ROOT : this.find(edge.parentUid);
    if (parent >= 0 || edge.parentUid === null) return parent;
    this.early.push(edge);
    return undefined;
  }

  private place(edge: Edge): void {
    const member = this.find(edge.uid);
    if (member < 0) {
      this.early.push(edge);
      return;
    }
    const parent = this.parentBy(edge);
    if (parent === undefined) return;
    const tree = this.trees[edge.tree];
    const isThere =
      tree.isPlaced(member) && (tree.parentOf(member) ?? ROOT) === parent && tree.legOf(member) === edge.leg;
    if (isThere) return;
    if (edge.tree === 'placement' && !tree.isPlaced(member) && !this.hasMoved) {
      this.settle(member, parent, edge.leg);
      return;
    }
    tree.move(member, parent, edge.leg);
    this.hasMoved = true;
  }

  /** Places a member who was not placed, with all who are attached to the tree through them. */
  private settle(member: number, parent: number, leg: number): void {
    const { sponsor, placement } = this.trees;
    placement.settle(member, parent, leg, this.volumes.allOf(member));
    const sponsored = [member];
    for (const above of sponsored) {
      for (const one of sponsor.children(above, Infinity)) {
        if (placement.isPlaced(one)) continue;
        placement.hang(one, member, this.volumes.allOf(one));
        sponsored.push(one);
      }
    }
  }

  private unplace(uid: number): void {
    const member = this.find(uid);
    if (member < 0 || !this.trees.placement.isPlaced(member)) return;
    this.trees.placement.move(member, UNPLACED, 0);
    this.hasMoved = true;
  }

  private change(member: number, state: MemberState): void {
    if (this.members.statusOf(member) !== state.status) this.places = undefined;
    this.members.change(member, state, Buffer.from(state.text));
  }
}
