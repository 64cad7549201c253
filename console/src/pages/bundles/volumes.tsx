import { Text } from '@mantine/core';
import { formatNumber } from '../../components/format';
import type { Bundle } from './bundles.queries';
import { t } from '../../i18n/t';

const SHORT: readonly [string, string, string][] = [
  ['business-volume', 'BV', t('business volume')],
  ['points', 'P', 'points'],
  ['cumulative-volume', 'CV', t('cumulative volume')],
];

/** The volumes of a bundle on one line: `20 BV · 15.25 P · 30 CV`. */
export function Volumes({ attributes }: { attributes: Bundle['attributes'] }) {
  return (
    <Text component="span" size="sm" style={{ whiteSpace: 'nowrap' }}>
      {SHORT.map(([name, short, long], index) => (
        <span key={name}>
          {index > 0 && ' · '}
          {formatNumber(Number(attributes[name] ?? 0))}{' '}
          <Text component="abbr" inherit c="dimmed" title={long} td="none">
            {short}
          </Text>
        </span>
      ))}
    </Text>
  );
}
