import { Anchor, Paper, Skeleton, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatNumber } from '../../components/format';
import classes from './figures.module.css';

interface FigureProps {
  title: string;
  /** The list that the number counts. */
  to: string;
  query: UseQueryResult<number>;
  /** Highlights a number above 0 as a problem. */
  isAlarm?: boolean;
}

/** A count with a link to its list. */
export function Figure({ title, to, query: { data, isPending }, isAlarm = false }: FigureProps) {
  return (
    <Paper withBorder p="md" className={classes.figure}>
      <Text component="dt" size="sm" c="dimmed">
        <Anchor component={Link} to={to} inherit>
          {title}
        </Anchor>
      </Text>
      <Text
        component="dd"
        m={0}
        fz={28}
        fw={650}
        lh={1.3}
        c={isAlarm && data !== undefined && data > 0 ? 'var(--mantine-color-error)' : undefined}
        style={{ fontVariantNumeric: 'tabular-nums' }}
      >
        {isPending ? (
          <Skeleton height={30} width={56} mt={6} role="status" aria-label={`Counting: ${title}`} />
        ) : data === undefined ? (
          'unknown'
        ) : (
          formatNumber(data)
        )}
      </Text>
    </Paper>
  );
}
