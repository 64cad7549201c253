/** What a client knows of a change: it was made, it was not, or nobody can say (no answer, or a failure of the service). */
export type Outcome = 'ok' | 'failed' | 'unknown';

/** A line of a cart or an order. */
export interface Line {
  id: number;
  product: number;
  quantity: number;
}

/** Asks a cart's change to be made once, or only upon one version. */
interface Guards {
  /** `Idempotency-Key`. */
  key?: string;
  /** `If-Match`. */
  version?: number;
}

/** What is asked of the cart of one user, and of the orders that it becomes. */
export type CartAction =
  | ({ kind: 'add'; product: number; quantity: number } & Guards)
  | ({ kind: 'set'; cart: number; line: number; quantity: number } & Guards)
  | ({ kind: 'remove'; cart: number; line: number } & Guards)
  | ({ kind: 'place' } & Guards)
  | { kind: 'read' }
  | { kind: 'orders'; newest: number };

/** What an answer said of a cart. */
export interface CartSaw {
  cart?: { id: number | null; version: number; lines: Line[] };
  /** The order that the cart has become. */
  order?: number;
  /** By their ids; the prices are those of one piece, the same for all lines. */
  orders?: { id: number; lines: Line[]; price: string }[];
  /** Totals that are not the sum of the lines, or lines whose prices and volumes are not of one state of the catalogue. */
  miscounted: boolean;
}

/** What is asked of a user's wishlist. */
type WishAction = { kind: 'add' | 'remove'; product: number } | { kind: 'read' };

/** A bundle as it is asked for: all its numbers, and those of the variants that are named, are `label`. */
export interface LabelledBundle {
  id: string;
  label: string;
  skus: readonly string[];
}

/** What is asked of a few bundles that share their SKUs: a shelf. */
export type ShelfAction =
  | ({ kind: 'create' | 'update' } & LabelledBundle)
  | { kind: 'bulk'; bundles: readonly LabelledBundle[] }
  | { kind: 'delete'; id: string }
  | { kind: 'drop'; id: string; sku: string }
  | { kind: 'read' };

/** A bundle as it was seen; a label of several parts is of several updates. */
export interface SeenBundle {
  id: string;
  label: string;
  variants: { sku: string; label: string }[];
}

/** What an answer said of a shelf. */
export interface ShelfSaw {
  bundles?: SeenBundle[];
  /** Of a bulk create: the ids that were created, and those that were there. */
  created?: string[];
  same?: string[];
}

export type OrderStatus = 'placed' | 'paid' | 'completed' | 'cancelled' | 'returned';

/** A line of an order: what was bought of it, and what came back. In this order of the keys, as states are compared. */
export interface SoldLine {
  id: number;
  quantity: number;
  returned: number;
}

/** What is asked of one bundle and one user, who buys it while others delete it: a duel. */
export type DuelAction =
  | { kind: 'create' | 'add' | 'place' | 'delete' }
  | { kind: 'read' }
  | { kind: 'remove'; cart: number; line: number }
  | { kind: 'move'; order: number; to: OrderStatus }
  /** The cart becomes so old that it does not hold the bundle any more; done in the database. */
  | { kind: 'age' };

/** What an answer said of a duel. */
export interface DuelSaw {
  /** The bundle's line in the user's cart, null for none. */
  line?: { id: number; cart: number; available: boolean } | null;
  order?: number;
  /** All orders that hold the bundle; only the database tells them. */
  orders?: { id: number; status: OrderStatus }[];
  /** Whether the bundle is in the catalogue; only the database tells. */
  live?: boolean;
}

/** What is asked of one order: to move, `returned` with all that is left, or to take back one piece of a line. */
type StatusAction = { kind: 'move'; to: OrderStatus } | { kind: 'return'; line: number } | { kind: 'read' };

/** What is asked of one user name. */
type NameAction = { kind: 'signUp' } | { kind: 'read' };

/** What can be asked of each kind of object, and what answers say of it. */
export interface Objects {
  cart: { action: CartAction; saw: CartSaw };
  wishes: { action: WishAction; saw: { products: number[] } };
  shelf: { action: ShelfAction; saw: ShelfSaw };
  duel: { action: DuelAction; saw: DuelSaw };
  status: { action: StatusAction; saw: { status: OrderStatus | 'missing'; lines?: SoldLine[] } };
  /** The uids that have the name. */
  name: { action: NameAction; saw: { uids: number[] } };
}

/** Why something was refused, by a rule of the service: anything else says nothing about the object. */
export interface Refusal {
  status: number;
  /** The fields that are at fault. */
  fields: string[];
  /** The first request with the same `Idempotency-Key` was still running. */
  running: boolean;
}

/** Something that a client asked for, and what came of it. */
export interface Operation<Of extends keyof Objects = keyof Objects> {
  id: number;
  client: string;
  of: Of;
  /** Which of the objects of this kind, such as a uid. */
  object: string;
  action: Objects[Of]['action'];
  /** Milliseconds on one clock for all: it took place between them, if at all. An unknown one may still take place later. */
  start: number;
  end: number;
  outcome: Outcome;
  /** Of a success. */
  saw?: Objects[Of]['saw'];
  /** Of a failure that a rule of the service brought about. */
  refusal?: Refusal;
  /** The answer was that to an earlier request with the same key. */
  replayed: boolean;
}

/** Whether an operation only looks. */
export function isRead({ action }: Operation): boolean {
  return action.kind === 'read' || action.kind === 'orders';
}

/** What came of a request. */
export type Result<Of extends keyof Objects> = Pick<Operation<Of>, 'outcome' | 'saw' | 'refusal' | 'replayed'>;

/** All that clients asked for in a run, in the order of the answers. */
export class History {
  readonly operations: { [Of in keyof Objects]: Operation<Of>[] } = {
    cart: [],
    wishes: [],
    shelf: [],
    duel: [],
    status: [],
    name: [],
  };
  private count = 0;

  /** How many operations there are. */
  get length(): number {
    return this.count;
  }

  /** Does something and writes down when, and what came of it. */
  async record<Of extends keyof Objects>(
    client: string,
    of: Of,
    object: string,
    action: Objects[Of]['action'],
    act: () => Promise<Result<Of>>,
  ): Promise<Operation<Of>> {
    const start = performance.now();
    const result = await act();
    const operation = { id: this.count, client, of, object, action, start, end: performance.now(), ...result };
    this.count += 1;
    this.operations[of].push(operation);
    return operation;
  }
}

/** A rule that is left out to see whether a history is possible without it: then it is what was broken. */
export type Leniency =
  /** A key is respected: the same change is made once. */
  | 'keys'
  /** Of changes that exclude each other, one succeeds. */
  | 'exclusion'
  /** What is deleted is on no order, and what is on an order is not deleted. */
  | 'deletes'
  /** A refusal has a reason. */
  | 'refusals';

/** How one kind of object behaves when one thing happens after the other. */
export interface Model<Of extends keyof Objects, State> {
  /** What there is before anything was asked. */
  readonly initial: State;
  /**
   * The state after an operation, undefined when it cannot have happened in this state: what an answer says must be what
   * is there. Of an unknown one there is no answer; it is taken as made.
   */
  next(state: State, operation: Operation<Of>, leniency?: Leniency): State | undefined;
  /** The same for states that are alike. */
  keyOf(state: State): string;
}

/**
 * Orders as the database lists them. Their ids need not have the order in which they were placed: of two first changes of a
 * cart at once, the one with the smaller id may wait for the other, whose cart is placed before it goes on.
 */
export function byId<Order extends { id: number | undefined }>(orders: readonly Order[]): readonly Order[] {
  const isTold = orders.every(({ id }) => id !== undefined);
  return isTold ? orders.toSorted((one, other) => one.id! - other.id!) : orders;
}
