import { PLAN } from './shop.js';
import type { TestClient } from './factories.js';

/** The month that is going on in UTC. */
export const thisMonth = (): string => new Date().toISOString().slice(0, 'yyyy-mm'.length);

/** The ISO week that an instant is in, in UTC. */
export function weekOf(instant: Date): string {
  const day = new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth(), instant.getUTCDate()));
  day.setUTCDate(day.getUTCDate() + 4 - (day.getUTCDay() || 7));
  const first = Date.UTC(day.getUTCFullYear(), 0, 1);
  const week = Math.ceil(((day.getTime() - first) / 86_400_000 + 1) / 7);
  return `${day.getUTCFullYear()}-W${String(week).padStart(2, '0')}`;
}

/** Publishes a plan as a super admin; gives its id. */
export async function publishPlan(root: TestClient, change: object, body: object = {}): Promise<number> {
  const created = await root.post('/admin/api/plans/', { ...PLAN, ...change });
  if (created.status !== 200) throw new Error(`a plan was answered with ${created.status} ${created.text}`);
  const { id } = created.body.data;
  const published = await root.post(`/admin/api/plans/${id}/publish/`, { from_period: thisMonth(), ...body });
  if (published.status !== 200) throw new Error(`publishing was answered with ${published.status} ${published.text}`);
  return Number(id);
}
