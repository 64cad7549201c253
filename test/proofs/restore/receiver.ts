import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';

/** Remembers what it was told by the id of the event, as receivers do that drop what they know. */
export class Receiver {
  /** Ids that came again with another content, which a receiver would have dropped: defects. */
  readonly reused: string[] = [];
  private readonly bodies = new Map<string, string>();
  private readonly server: Server = createServer((request, response) => {
    void text(request).then(
      (body) => {
        const id = String(request.headers['webhook-id']);
        if ((this.bodies.get(id) ?? body) !== body) this.reused.push(`${id}: ${this.bodies.get(id)} and ${body}`);
        this.bodies.set(id, body);
        response.writeHead(204).end();
      },
      () => response.destroy(),
    );
  });

  async listen(): Promise<string> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Ids of all events that it was told of. */
  get ids(): string[] {
    return [...this.bodies.keys()];
  }

  /** The data of the events of a type, in the order in which they came. */
  told(type: string): Record<string, unknown>[] {
    return [...this.bodies.values()]
      .map((body) => JSON.parse(body) as { type: string; data: Record<string, unknown> })
      .filter((event) => event.type === type)
      .map(({ data }) => data);
  }
}
