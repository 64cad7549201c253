import { Anchor, Button, Card, Group, Stack, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { formatMoney, formatPercent, periodInWords } from '#console/components/format';
import { NumberTh } from '#console/components/number-th';
import { useDialog } from '#console/components/use-dialog';
import { bonusInWords, typeInWords } from '../labels';
import type { Explained, ExplainedBonus, RunLine } from '../runs.queries';
import { LineDialog } from './line-dialog';
import { t, within } from '#console/i18n/t';

/** Each bonus, in the plan's order: its amount, its rule, why not more, and its lines. */
export function BonusSections({ one, runId }: { one: Explained; runId: number }) {
  const dialog = useDialog('line');
  const { bonuses, currency_code: currency, username } = one;
  return (
    <section aria-labelledby="bonuses">
      <Title order={2} id="bonuses" mb="sm">
        {t('Bonuses')}
      </Title>
      <Stack gap="sm">
        {bonuses.map((bonus) => (
          <BonusSection
            key={bonus.bonus}
            bonus={bonus}
            currency={currency}
            onWhy={(number) => dialog.open(String(number))}
            all={`/commission-runs/${runId}/lines?bonus=${encodeURIComponent(bonus.bonus)}&uid=${one.uid}`}
            username={username}
            runId={runId}
          />
        ))}
      </Stack>
      <LineDialog runId={runId} currency={currency} dialog={dialog} />
    </section>
  );
}

interface BonusSectionProps {
  bonus: ExplainedBonus;
  currency: string;
  onWhy: (number: number) => void;
  /** Address of all lines, where not all are shown. */
  all: string;
  username: string;
  runId: number;
}

function BonusSection({ bonus: one, currency, onWhy, all, username, runId }: BonusSectionProps) {
  const { bonus, type, amount, rule, sentence, inputs, lines, count } = one;
  const title = bonusInWords(bonus);
  return (
    <Card withBorder padding="md" component="section" aria-label={title}>
      <Group justify="space-between" align="baseline" gap="sm">
        <Title order={3} fz="md">
          {title}
          {title !== typeInWords(type) && (
            <Text span c="dimmed" fw={400}>
              {' '}
              ({within(typeInWords(type))})
            </Text>
          )}
        </Title>
        <Text fw={650} className="numeric">
          {formatMoney(amount, currency)}
        </Text>
      </Group>
      <Text size="sm">{sentence}</Text>
      <Text size="sm" c="dimmed">
        {rule}
      </Text>
      {inputs.map((input) => (
        <Text key={input.name} size="sm">
          {input.sentence}
        </Text>
      ))}
      {lines.length > 0 && <Lines lines={lines} currency={currency} onWhy={onWhy} label={title} runId={runId} />}
      {count > lines.length && (
        <Anchor component={Link} to={all} size="sm" className="screen-only">
          {t('All lines of {{username}} in {{title}}', { username, title })}
        </Anchor>
      )}
    </Card>
  );
}

/** The source of a line; for a rank advancement, the rank. */
function Source({ line: { source_uid: uid, source_username: name, rank }, runId }: { line: RunLine; runId: number }) {
  if (uid === null) return rank === null ? '–' : t('rank {{rank}}', { rank });
  return (
    <Anchor component={Link} to={`/commission-runs/${runId}/statements/${uid}`} inherit>
      {name ?? t('uid {{uid}}', { uid })}
    </Anchor>
  );
}

function Lines({
  lines,
  currency,
  onWhy,
  label,
  runId,
}: {
  lines: readonly RunLine[];
  currency: string;
  onWhy: (number: number) => void;
  label: string;
  runId: number;
}) {
  return (
    <Table.ScrollContainer minWidth={460} mt="xs">
      <Table verticalSpacing={6} aria-label={t('Lines of {{label}}', { label })}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('From')}</Table.Th>
            <NumberTh>{t('Level')}</NumberTh>
            <NumberTh>{t('Base')}</NumberTh>
            <NumberTh>{t('Percent')}</NumberTh>
            <NumberTh>{t('Amount')}</NumberTh>
            <Table.Th scope="col" className="screen-only">
              <VisuallyHidden>{t('Reason')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <Table.Tr key={line.number}>
              <Table.Td>
                <Source line={line} runId={runId} />
                {line.takes_back !== null &&
                  t(', of {{bonus}} in {{period}}', {
                    bonus: bonusInWords(line.takes_back.bonus),
                    period: periodInWords(line.takes_back.period),
                  })}
              </Table.Td>
              <Table.Td className="numeric">{line.level ?? '–'}</Table.Td>
              <Table.Td className="numeric">{line.base === null ? '–' : formatMoney(line.base, currency)}</Table.Td>
              <Table.Td className="numeric">{line.percent === null ? '–' : formatPercent(line.percent)}</Table.Td>
              <Table.Td className="numeric">{formatMoney(line.amount, currency)}</Table.Td>
              <Table.Td className="screen-only" ta="end">
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={t('Why line {{number}}?', { number: line.number })}
                  onClick={() => onWhy(line.number)}
                >
                  {t('Why?')}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
