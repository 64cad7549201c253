import { Injectable, Logger, type OnModuleInit, SetMetadata } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ConfigError } from '../config/config-error.js';
import { Database } from '../database/index.js';
import { type JobContext, JobQueue, JobType } from '../jobs/index.js';
import { MarkedMethods } from '../marked-methods.js';
import type { EventOf, RecordedEvent, Subscription } from './event-types.js';
import { EventRow } from './event.entity.js';
import { HandlerRegistry, isFor, type Selected } from './handlers.js';
import { SentTokens } from './sent-tokens.js';

/** What a durable listener gets besides the event. */
export interface DurableContext extends JobContext {
  /** The same in each attempt at this event by this listener, and in no other: an idempotency key. */
  readonly key: string;
}

/** A durable listener: called after the commit, in any instance, until it does not throw. */
export type DurableListenerMethod<Type extends Subscription> = (
  event: EventOf<Selected<Type>>,
  context: DurableContext,
) => Promise<void>;

/** Retries of a durable listener that throws: with the growing waits of jobs about 18 days, well within those that events are kept. */
const RETRIES = 80;

/** Whoever causes a million events keeps no other job waiting: listeners have their turn when there is none. */
const PRIORITY = 10;

/** Milliseconds after which a call has failed: a call that hangs would hold one of the few places for jobs for ever. */
const LONGEST_MS = 5 * 60_000;

/** Metadata key of {@link DurableListener}. */
const DURABLE = 'durable-listener';

interface Mark {
  readonly name: string;
  readonly names: readonly string[];
}

/** The payload of its job; the data stay where they are, as they may be large, or secret. */
interface Payload {
  event: string;
}

interface Registered extends Mark {
  readonly type: JobType<Payload>;
}

/**
 * Marks a provider's method as a durable listener of types of events, or of all (`*`). For each event a job is added in the
 * transaction of the change: it is called after the commit, at least once even if processes die, again with growing waits
 * while it throws or does not end within 5 minutes, and given up after about 18 days. Events may come in another order than they happened, and at the same
 * time.
 * @param name unique, and the same for ever: waiting jobs have it
 * @example
 * ```ts
 * @DurableListener('shop.thanks', 'order.paid')
 * async thank({ data }: EventOf<'order.paid'>, { key }: DurableContext) { … }
 * ```
 */
export function DurableListener<Type extends Subscription>(name: string, ...types: [Type, ...Type[]]) {
  return <Method extends DurableListenerMethod<Type>>(
    target: object,
    method: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    SetMetadata(DURABLE, { name, names: types } satisfies Mark)(target, method, descriptor as PropertyDescriptor);
  };
}

/** Finds the durable listeners of all providers at startup, adds their jobs, and does them. */
@Injectable()
export class DurableListeners implements OnModuleInit {
  private readonly logger = new Logger(DurableListeners.name);
  private readonly registered: Registered[] = [];

  /** Milliseconds after which a call has failed; tests shorten it. */
  longestMs = LONGEST_MS;

  constructor(
    private readonly db: Database,
    private readonly jobs: JobQueue,
    private readonly methods: MarkedMethods,
    private readonly handlers: HandlerRegistry,
    private readonly tokens: SentTokens,
  ) {}

  onModuleInit(): void {
    for (const { mark, call } of this.methods.find<Mark>(DURABLE)) {
      if (!/^[a-z][a-z0-9._-]{0,79}$/.test(mark.name))
        throw new ConfigError(`the durable listener "${mark.name}" must have a name such as loyalty.earn`);
      this.handlers.assertEvents(mark.names, `the durable listener ${mark.name}`);
      const type = new JobType<Payload>(`listener ${mark.name}`, { retries: RETRIES, priority: PRIORITY });
      this.registered.push({ ...mark, type });
      this.jobs.register(type, ({ event }, context) => this.handle(mark.name, call, event, context));
    }
  }

  /** Adds a job for each event and each of its listeners, in the transaction of the change. */
  async add(tx: EntityManager, events: readonly RecordedEvent[]): Promise<void> {
    if (this.handlers.isQuiet) return;
    for (const listener of this.registered) {
      const own = events.filter(({ type }) => isFor(listener, type));
      if (own.length === 0) continue;
      const requests = own.map(({ id }) => ({ payload: { event: id }, key: keyOf(listener.name, id) }));
      await this.jobs.add(tx, listener.type, ...requests);
    }
  }

  private async handle(
    name: string,
    call: (...args: unknown[]) => Promise<void>,
    id: string,
    context: JobContext,
  ): Promise<void> {
    const row = await this.db.manager.findOneBy(EventRow, { id });
    if (row === null) return this.logger.error(`${name} cannot be called: the event ${id} is no longer kept`);
    const { type, data, timestamp } = row;
    try {
      const event = await this.tokens.filled({ id, type, timestamp: timestamp.toISOString(), data });
      await within(this.longestMs, context.signal, (signal) =>
        call(event, { ...context, signal, key: keyOf(name, id) }),
      );
    } catch (error) {
      if (context.attempt > RETRIES) this.logger.error(`${name} is given up for the event ${id} (${type})`);
      // The log of the job names the event, and has the stack of the listener.
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      throw Object.assign(new Error(`${message}, event ${id} (${type})`, { cause: error }), { stack });
    }
  }
}

/** Does work that fails when it takes too long; its signal then aborts, too. */
async function within(ms: number, stopping: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const tooLong = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`it has not ended within ${ms} ms`);
      tooLong.abort(error);
      reject(error);
    }, ms);
  });
  try {
    await Promise.race([work(AbortSignal.any([stopping, tooLong.signal])), late]);
  } finally {
    clearTimeout(timer);
  }
}

function keyOf(name: string, event: string): string {
  return `${name}:${event}`;
}
