import { Anchor, Box, Group, Table, Text } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { Swatch } from '../../components/chart/swatch';
import { formatNumber } from '../../components/format';
import { NumberTh } from '../../components/number-th';
import type { ColoredShare } from './traffic.series';
import { formatLatency, formatShare } from './traffic.format';
import { t } from '../../i18n/t';

interface SharesProps {
  shares: readonly ColoredShare[];
  /** Total number of requests. */
  total: number;
}

/** Requests by application, with the colours of the chart; an application's name links to its own traffic. */
export function Shares({ shares, total }: SharesProps) {
  return (
    <Box mt="sm" style={{ overflowX: 'auto' }}>
      <Table aria-label={t('Traffic by application')} verticalSpacing={6} horizontalSpacing={6} withRowBorders>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('Application')}</Table.Th>
            <NumberTh>{t('Requests')}</NumberTh>
            <NumberTh visibleFrom="sm">{t('Share')}</NumberTh>
            <NumberTh>{t('Errors')}</NumberTh>
            <NumberTh visibleFrom="sm">{t('Median')}</NumberTh>
            <NumberTh>p95</NumberTh>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shares.map((share) => (
            <Row key={share.key} share={share} total={total} />
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}

function Row({ share, total }: { share: ColoredShare; total: number }) {
  const { title, color, application_id, requests, client_errors, server_errors, latency_p50_ms, latency_p95_ms } =
    share;
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        <Group gap="xs" wrap="nowrap">
          <Swatch color={color} />
          {application_id === null ? (
            <Text size="sm">{title}</Text>
          ) : (
            <ApplicationLink id={application_id}>{title}</ApplicationLink>
          )}
        </Group>
      </Table.Th>
      <Table.Td className="numeric">{formatNumber(requests)}</Table.Td>
      <Table.Td className="numeric" visibleFrom="sm">
        {formatShare(requests, total)}
      </Table.Td>
      <Table.Td className="numeric">{formatNumber(client_errors + server_errors)}</Table.Td>
      <Table.Td className="numeric" visibleFrom="sm">
        {formatLatency(latency_p50_ms)}
      </Table.Td>
      <Table.Td className="numeric">{formatLatency(latency_p95_ms)}</Table.Td>
    </Table.Tr>
  );
}

function ApplicationLink({ id, children }: { id: string; children: string }) {
  const [params] = useSearchParams();
  const next = new URLSearchParams(params);
  next.set('application', id);
  return (
    <Anchor component={Link} to={{ search: next.toString() }} preventScrollReset size="sm">
      {children}
    </Anchor>
  );
}
