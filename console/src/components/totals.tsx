import { Paper, SimpleGrid, Text } from '@mantine/core';
import type { Schemas } from '../api/client';
import { formatMoney, formatNumber } from './format';
import classes from './totals.module.css';
import { t } from '../i18n/t';

/**
 * The totals of a cart or an order: price and volumes.
 * @param currency ISO 4217 code
 */
export function Totals({ totals, currency }: { totals: Schemas['TotalsView']; currency: string }) {
  const figures = [
    [t('Total price'), formatMoney(totals.price, currency)],
    [t('Quantity'), formatNumber(totals.quantity)],
    [t('Business volume'), formatNumber(totals.business_volume)],
    [t('Points'), formatNumber(totals.points)],
    [t('Cumulative volume'), formatNumber(totals.cumulative_volume)],
  ] as const;
  return (
    <SimpleGrid component="dl" className={classes.figures} cols={{ base: 2, sm: 3, lg: 5 }} spacing="sm" m={0}>
      {figures.map(([title, value]) => (
        <Paper key={title} withBorder p="md">
          <Text component="dt" size="sm" c="dimmed">
            {title}
          </Text>
          <Text component="dd" m={0} fz="lg" fw={650} style={{ fontVariantNumeric: 'tabular-nums' }}>
            {value}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}
