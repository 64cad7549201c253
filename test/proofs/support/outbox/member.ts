import { Client } from './client.js';
import { BASE } from '../shop.js';

/** A member that fills carts, places them as orders, and wishes for things. */
export class Member extends Client {
  private wishes = 0;
  private readonly wished: number[] = [];

  protected act(): Promise<unknown> {
    const draw = this.random.next();
    if (draw < 0.1) return this.placeOrder();
    if (draw < 0.2) return this.wish();
    if (draw < 0.25) return this.unwish();
    return this.addToCart();
  }

  private addToCart(): Promise<unknown> {
    const { uid } = this.person;
    const body = { product_id: this.random.pick(this.shop.products), quantity: 1 };
    return this.change(
      { method: 'POST', path: `${BASE}/commerce/add-cart-item/`, body },
      { type: 'cart.updated', data: { uid }, fromAnswer: ({ version }) => ({ version }) },
    );
  }

  private placeOrder(): Promise<unknown> {
    const { uid } = this.person;
    return this.change(
      { method: 'POST', path: `${BASE}/commerce/create-order/` },
      { type: 'order.placed', data: { uid }, fromAnswer: ({ order_id }) => ({ id: order_id }) },
    );
  }

  /** Each product once: a second wish for one would be acknowledged without being a change. */
  private async wish(): Promise<unknown> {
    const product_id = this.shop.products[this.wishes];
    this.wishes += 1;
    if (product_id === undefined) return this.addToCart();
    const answer = await this.tell('added', 'wishlist-add', product_id);
    if (answer?.status === 200) this.wished.push(product_id);
    return answer;
  }

  private unwish(): Promise<unknown> {
    const product_id = this.wished.pop();
    return product_id === undefined ? this.addToCart() : this.tell('removed', 'wishlist-remove', product_id);
  }

  private tell(change: 'added' | 'removed', path: string, product_id: number) {
    const { uid } = this.person;
    return this.change(
      { method: 'POST', path: `${BASE}/commerce/${path}/`, body: { product_id } },
      { type: 'wishlist.updated', data: { uid, change, product_id } },
    );
  }
}
