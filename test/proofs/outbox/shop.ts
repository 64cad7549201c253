import type { Pool } from 'pg';
import { type EventType, eventTypes } from '#common/events/event-types.js';
import type { Sender } from '#test/support/http.js';
import { type Shop as AnyShop, openShop as openAnyShop } from '#test/support/shop.js';
import '#src/app.module.js';
import type { Receiver } from './receiver.js';

/** An application that hears of events. */
export interface Subscriber {
  id: string;
  name: string;
  events: readonly EventType[];
}

/** What the clients of a run work with. */
export interface Shop extends AnyShop {
  subscribers: Subscriber[];
}

/** Which applications there are. The first one's key is that of all clients. */
const APPLICATIONS: readonly { name: string; events: readonly EventType[] }[] = [
  { name: 'everything', events: eventTypes() },
  { name: 'catalogue', events: ['bundle.created', 'bundle.updated', 'bundle.deleted'] },
  { name: 'sales', events: ['order.placed'] },
  { name: 'carts', events: ['cart.updated'] },
  { name: 'people', events: ['user.created', 'wishlist.updated'] },
];

/** Opens a shop whose applications all send what they hear of to the receiver. */
export async function openShop(balancer: Sender, receiver: Receiver, members: number): Promise<Shop> {
  const subscribers: Subscriber[] = [];
  const shop = await openAnyShop(balancer, {
    members,
    applications: APPLICATIONS.map(({ name, events }) => ({ name, webhook: { url: receiver.urlOf(name), events } })),
    registered: async ({ id, name }, ask, superAdmin) => {
      const { secret } = await ask('GET', `/admin/api/applications/${id}/webhook/`, superAdmin);
      receiver.endpoints.set(name, { application: id, secret: String(secret) });
      const { events } = APPLICATIONS.find((application) => application.name === name)!;
      subscribers.push({ id, name, events });
    },
  });
  return { ...shop, subscribers };
}

/**
 * Words in the name of a bundle or a user that make its change fail when the event has long been written. Nothing is
 * changed in the service for that: triggers of this run's database do it, as a full disk or a broken constraint would.
 */
export const TROUBLES = {
  /** A later statement of the same transaction fails: 500. */
  later: 'fails-later',
  /** A later statement finds a value that cannot be stored: 400, which an Idempotency-Key keeps, so that its transaction commits without the change. */
  value: 'fails-value',
  /** COMMIT itself fails. */
  commit: 'fails-commit',
  /** The transaction is told to run again, now and then more often than the service tries. */
  again: 'runs-again',
  /** The transaction waits with its event written. */
  slow: 'waits',
} as const;

/** What the message of an error begins with that the run itself has brought about. */
export const OWN_ERROR = 'proof: ';

/** Every such event row of carts, orders and wishlists fails at COMMIT, or waits. */
const FAILING_SEQUENCE = 31;
const WAITING_SEQUENCE = 11;

const TRIGGERS = `
  CREATE SCHEMA proof;
  CREATE SEQUENCE proof.runs;

  CREATE FUNCTION proof.trouble_later() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE entry text := coalesce(NEW.after, NEW.before)::text;
  BEGIN
    IF entry LIKE '%${TROUBLES.later}%' THEN
      RAISE EXCEPTION '${OWN_ERROR}a later statement fails';
    END IF;
    IF entry LIKE '%${TROUBLES.value}%' THEN 
      RAISE EXCEPTION '${OWN_ERROR}a value cannot be stored' USING ERRCODE = 'numeric_value_out_of_range';
    END IF;
    IF entry LIKE '%${TROUBLES.again}%' AND nextval('proof.runs') % 3 <> 0 THEN
      RAISE EXCEPTION '${OWN_ERROR}run again' USING ERRCODE = 'serialization_failure';
    END IF;
    IF entry LIKE '%${TROUBLES.slow}%' THEN PERFORM pg_sleep(0.02 + random() * 0.1); END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER proof_later BEFORE INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION proof.trouble_later();

  CREATE FUNCTION proof.trouble_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.data::text LIKE '%${TROUBLES.commit}%'
      OR (NEW.aggregate_type IN ('order', 'wishlist') AND NEW.sequence % ${FAILING_SEQUENCE} = 0)
    THEN
      RAISE EXCEPTION '${OWN_ERROR}the commit fails';
    END IF;
    IF NEW.sequence % ${WAITING_SEQUENCE} = 0 THEN PERFORM pg_sleep(random() * 0.05); END IF;
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER proof_at_commit AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION proof.trouble_at_commit();

  CREATE FUNCTION proof.wait_with_event() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.sequence % ${WAITING_SEQUENCE} = 1 THEN PERFORM pg_sleep(random() * 0.05); END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER proof_wait AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION proof.wait_with_event();`;

/** Makes the database of the run fail and wait where transactions are most easily torn. */
export async function makeTrouble(pool: Pool): Promise<void> {
  await pool.query(TRIGGERS);
}
