import { Client, type Expected } from './client.js';
import { BASE, bundleBody, signUpBody } from '../shop.js';
import { TROUBLES } from './trouble.js';

const MEETS_TROUBLE = 0.4;
const BULK = 3;

/** An API admin that makes, changes and deletes bundles and signs members up; much of it is made to fail. */
export class ApiAdmin extends Client {
  private count = 0;
  private readonly bundles: string[] = [];

  protected act(): Promise<unknown> {
    const draw = this.random.next();
    if (draw < 0.35) return this.create();
    if (draw < 0.5) return this.createMany();
    if (draw < 0.75) return this.update();
    if (draw < 0.87) return this.delete();
    if (draw < 0.94) return this.signUp();
    return this.rename();
  }

  private async create(): Promise<unknown> {
    const id = this.name('bundle');
    const answer = await this.change(
      { method: 'POST', path: `${BASE}/commerce/product/create/`, body: bundleBody(id, id) },
      bundle('created', { bundle_id: id }),
    );
    if (answer?.status === 200) this.bundles.push(id);
    return answer;
  }

  private async createMany(): Promise<unknown> {
    const ids = Array.from({ length: BULK }, () => this.name('bulk'));
    const body = ids.map((id) => bundleBody(id, id));
    const answer = await this.change(
      { method: 'POST', path: `${BASE}/commerce/product/bulk/create/`, body },
      ...ids.map((bundle_id) => bundle('created', { bundle_id })),
    );
    if (answer?.status === 200) this.bundles.push(...ids);
    return answer;
  }

  private update(): Promise<unknown> {
    if (this.bundles.length === 0) return this.create();
    const name = this.name('update');
    return this.change(
      {
        method: 'POST',
        path: `${BASE}/commerce/product/update/`,
        body: bundleBody(this.random.pick(this.bundles), name),
      },
      bundle('updated', { name }),
    );
  }

  private delete(): Promise<unknown> {
    const bundle_id = this.bundles.shift();
    if (bundle_id === undefined) return this.create();
    return this.change(
      { method: 'DELETE', path: `${BASE}/commerce/product/delete/?bundle_id=${bundle_id}` },
      bundle('deleted', { bundle_id }),
    );
  }

  private signUp(): Promise<unknown> {
    const username = this.name('user');
    return this.change(
      { method: 'POST', path: `${BASE}/user/signup/`, body: signUpBody(username) },
      { type: 'user.created', data: { username } },
    );
  }

  /** Renames an application, upon which every instance reads anew who hears of what. */
  private rename(): Promise<unknown> {
    const { id } = this.random.pick(this.shop.subscribers);
    return this.change(
      {
        method: 'PATCH',
        path: `/admin/api/applications/${id}/`,
        headers: this.shop.superAdmin,
        body: { name: this.name('application') },
      },
      { type: 'application.updated', data: { application_id: id }, fromAnswer: () => ({}) },
    );
  }

  /** A name that nothing else has, with a trouble or without. */
  private name(of: string): string {
    this.count += 1;
    const trouble = this.random.chance(MEETS_TROUBLE) ? `-${this.random.pick(Object.values(TROUBLES))}` : '';
    return `${of}-${this.person.uid}-${this.count}${trouble}`;
  }
}

function bundle(change: 'created' | 'updated' | 'deleted', data: Expected['data']): Expected {
  return { type: `bundle.${change}`, data };
}
