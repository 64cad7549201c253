/**
 * Puts metrics of several processes together: each name with its help and type once, followed by the lines of all.
 * The lines are told apart by a label that each process gives its own.
 * @param texts in Prometheus's text format, as prom-client writes it
 */
export function mergeMetrics(texts: readonly string[]): string {
  const metrics = new Map<string, string[]>();
  for (const metric of texts.flatMap((text) => text.trim().split('\n\n'))) {
    const [help = '', type = '', ...lines] = metric.split('\n');
    const head = `${help}\n${type}`;
    metrics.set(head, [...(metrics.get(head) ?? []), ...lines]);
  }
  return `${[...metrics].map(([head, lines]) => [head, ...lines].join('\n')).join('\n\n')}\n`;
}
