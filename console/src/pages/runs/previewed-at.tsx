import { AsOf } from '#console/components/as-of';
import type { Run } from './runs.queries';

/** When a preview was calculated; nothing for other runs, whose period is over. */
export function PreviewedAt({ run: { kind, calculated_at: at } }: { run: Pick<Run, 'kind' | 'calculated_at'> }) {
  return kind === 'preview' && at !== null ? <AsOf at={at} /> : null;
}
