import { Group, Text } from '@mantine/core';
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react';
import { signed } from '../../components/format';
import { locale } from '../../i18n/t';

const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });

interface ChangeProps {
  now: number;
  before: number;
  /** What `before` was, in words: `€3,201.00 in the 30 days before`. */
  than: string;
}

/** By how much a figure rose or fell, with an arrow; nothing to compare with is said. */
export function Change({ now, before, than }: ChangeProps) {
  const share = before === 0 ? null : (now - before) / Math.abs(before);
  const Icon = share === null || now === before ? IconArrowRight : now > before ? IconArrowUpRight : IconArrowDownRight;
  const color = share === null || now === before ? 'dimmed' : now > before ? 'var(--home-up)' : 'var(--home-down)';
  return (
    <Group gap={6} align="center" wrap="wrap">
      {share !== null && (
        <Group gap={2} c={color} wrap="nowrap" fw={600} fz="sm">
          <Icon size={16} stroke={2} aria-hidden />
          <span>{signed(share, (one) => percent.format(one))}</span>
        </Group>
      )}
      <Text size="sm" c="dimmed">
        {than}
      </Text>
    </Group>
  );
}
