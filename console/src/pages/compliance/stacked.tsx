import { Card, Group, Table, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { Swatch } from '../../components/chart/swatch';
import { formatShare } from '../../components/format';
import type { Compliance } from './compliance.queries';
import classes from './stacked.module.css';
import { t } from '../../i18n/t';

const KINDS = [
  ['customer', t('Customers'), 'var(--mantine-color-teal-6)'],
  ['preferred', t('Preferred customers'), 'var(--mantine-color-indigo-4)'],
  ['distributor', t('Distributors'), 'var(--mantine-color-orange-5)'],
] as const;

interface StackedProps {
  title: string;
  note: string;
  amounts: Compliance['volume'];
  format: (value: number) => string;
}

/** One bar of the shares of the kinds of members, with its numbers as a table. */
export function Stacked({ title, note, amounts, format }: StackedProps) {
  const id = useId();
  const whole = KINDS.reduce((sum, [kind]) => sum + Math.max(0, amounts[kind]), 0);
  const share = (value: number): number => (whole === 0 ? 0 : Math.max(0, value) / whole);
  return (
    <Card withBorder padding="md" component="section" aria-labelledby={id}>
      <Title order={2} id={id} fz="md">
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {note}
      </Text>
      <div className={classes.bar} aria-hidden>
        {KINDS.map(([kind, , color]) => (
          <span key={kind} style={{ width: `${share(amounts[kind]) * 100}%`, background: color }} />
        ))}
      </div>
      <Table verticalSpacing={6} aria-labelledby={id} mt="sm">
        <Table.Tbody>
          {KINDS.map(([kind, name, color]) => (
            <Table.Tr key={kind}>
              <Table.Th scope="row" fw={400}>
                <Group gap={6} wrap="nowrap">
                  <Swatch color={color} />
                  {name}
                </Group>
              </Table.Th>
              <Table.Td className="numeric">{format(amounts[kind])}</Table.Td>
              <Table.Td className="numeric">{whole === 0 ? '–' : formatShare(share(amounts[kind]) * 100)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}
