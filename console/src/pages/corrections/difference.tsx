import { Text } from '@mantine/core';
import { formatMoney, signed } from '../../components/format';

/** The library's own green is too pale for text (WCAG 2.2, 1.4.3). */
const MORE = 'light-dark(var(--mantine-color-teal-9), var(--mantine-color-teal-4))';

/** A difference, with a plus or minus sign and a colour. */
export function Difference({ amount, currency }: { amount: number; currency: string }) {
  const color = amount > 0 ? MORE : amount < 0 ? 'var(--mantine-color-error)' : undefined;
  return (
    <Text component="span" inherit fw={600} c={color} style={{ whiteSpace: 'nowrap' }}>
      {signed(amount, (value) => formatMoney(value, currency))}
    </Text>
  );
}
