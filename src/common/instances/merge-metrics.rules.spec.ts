import { describe, expect, it } from '@jest/globals';
import { Counter, Gauge, Registry } from 'prom-client';
import { mergeMetrics } from './merge-metrics.rules.js';

describe('metrics of several processes', () => {
  it('tell each name once, with the lines of all', async () => {
    const texts = await Promise.all([metricsOf('1', 3), metricsOf('2', 4)]);
    expect(mergeMetrics(texts)).toBe(
      [
        '# HELP requests_total Requests',
        '# TYPE requests_total counter',
        'requests_total{route="/\\n",worker="1"} 3',
        'requests_total{route="/\\n",worker="2"} 4',
        '',
        '# HELP started Started',
        '# TYPE started gauge',
        'started{worker="1"} 3',
        'started{worker="2"} 4',
        '',
      ].join('\n'),
    );
  });

  it('are those of one process as they are', async () => {
    const text = await metricsOf('1', 3);
    expect(mergeMetrics([text])).toBe(text);
  });
});

function metricsOf(worker: string, value: number): Promise<string> {
  const registry = new Registry();
  registry.setDefaultLabels({ worker });
  const requests = new Counter({
    name: 'requests_total',
    help: 'Requests',
    labelNames: ['route'],
    registers: [registry],
  });
  requests.inc({ route: '/\n' }, value);
  new Gauge({ name: 'started', help: 'Started', registers: [registry] }).set(value);
  return registry.metrics();
}
