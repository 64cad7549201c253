import '../../../../src/app.module.js'; // where the rooms declare their events
import { eventTypes, type EventType } from '#common/events/event-types.js';
import type { Sender } from '../http.js';
import { openShop as openAnyShop, type Shop as AnyShop } from '../shop.js';
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
