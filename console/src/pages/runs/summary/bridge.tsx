import { Alert, Anchor, Card, Skeleton, Table, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { type CSSProperties, useId } from 'react';
import { Link } from 'react-router';
import { FailureState } from '#console/components/failure-state';
import { formatMoney, formatPoints, formatShare, periodInWords, signed } from '#console/components/format';
import { NumberTh } from '#console/components/number-th';
import { bonusInWords, PARTS } from '../labels';
import type { Bridge } from '../runs.queries';
import classes from './bridge.module.css';
import { type Step, waterfall } from './waterfall';
import { rich } from '#console/i18n/rich';
import { t } from '#console/i18n/t';

interface BridgeSectionProps {
  bridge: Bridge | undefined;
  error: Error | null;
  onRetry: () => void;
}

/** Why a run pays another amount than the one before. */
export function BridgeSection({ bridge, error, onRetry }: BridgeSectionProps) {
  if (bridge === undefined)
    return error === null ? <Skeleton h={420} /> : <FailureState error={error} onRetry={onRetry} />;
  const { before, run, corrected_by_run_id: corrected } = bridge;
  if (before === null) return null;
  return (
    <>
      {corrected !== null && (
        <Alert icon={<IconInfoCircle aria-hidden />}>
          {rich(
            '{{period}} was corrected after it was posted. The bridge begins with what was posted; the tables below compare with the <link>corrected run</link>.',
            {
              period: periodInWords(before.period),
              link: (words) => (
                <Anchor component={Link} to={`/commission-runs/${corrected}`} underline="always">
                  {words}
                </Anchor>
              ),
            },
          )}
        </Alert>
      )}
      <Waterfall bridge={bridge} before={before} />
      <ByBonus bridge={bridge} before={before} run={run} />
    </>
  );
}

type Before = NonNullable<Bridge['before']>;

function Waterfall({ bridge, before }: { bridge: Bridge; before: Before }) {
  const id = useId();
  const { run, parts, currency_code: currency } = bridge;
  const money = (value: number): string => formatMoney(value, currency);
  const { first, steps, last, isCut } = waterfall(
    before.payout,
    parts.map(({ amount }) => amount),
  );
  return (
    <Card component="section" withBorder padding="md" aria-labelledby={id}>
      <Title order={2} id={id} fz="md">
        {t('Why it differs from {{period}}', { period: periodInWords(before.period) })}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('The parts add up to the difference to the cent. Percentages are of the commissionable volume of this run.')}
      </Text>
      <Table verticalSpacing={6} aria-labelledby={id}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('Part')}</Table.Th>
            <Table.Td className={classes.picture} aria-hidden />
            <NumberTh>{t('Amount')}</NumberTh>
            <NumberTh>{t('Of volume')}</NumberTh>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Whole
            name={periodInWords(before.period)}
            note={
              before.payout_percent === null
                ? t('As it was posted.')
                : t('As it was posted: {{percent}} of its own commissionable volume.', {
                    percent: formatShare(before.payout_percent),
                  })
            }
            step={first}
            isCut={isCut}
            payout={before.payout}
            percent={ofThisVolume(before.payout, run)}
            money={money}
          />
          {parts.map(({ part, amount, percent }, index) => (
            <Table.Tr key={part} className={amount === 0 ? classes.nothing : undefined}>
              <Table.Th scope="row" fw={500} className={classes.name}>
                {PARTS[part].name}
                <Text size="xs" c="dimmed">
                  {PARTS[part].meaning}
                </Text>
              </Table.Th>
              <Picture step={steps[index]!} kind={amount < 0 ? classes.down! : classes.up!} isEmpty={amount === 0} />
              <Table.Td className="numeric">{signed(amount, money)}</Table.Td>
              <Table.Td className="numeric">{percent === null ? '–' : signed(percent, formatShare)}</Table.Td>
            </Table.Tr>
          ))}
          <Whole
            name={periodInWords(run.period)}
            note={t('This run.')}
            step={last}
            isCut={isCut}
            payout={run.payout}
            percent={run.payout_percent}
            money={money}
          />
        </Table.Tbody>
      </Table>
    </Card>
  );
}

/** A payout of before in percent of the volume of now, so that the column adds up as well. */
function ofThisVolume(payout: number, { payout: own, payout_percent: percent }: Before): number | null {
  return percent === null || own === 0 ? null : (percent * payout) / own;
}

interface WholeProps {
  name: string;
  note: string;
  step: Step;
  isCut: boolean;
  payout: number;
  /** In percent of the volume of this run. */
  percent: number | null;
  money: (value: number) => string;
}

function Whole({ name, note, step, isCut, payout, percent, money }: WholeProps) {
  return (
    <Table.Tr className={classes.total}>
      <Table.Th scope="row" className={classes.name}>
        {name}
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      </Table.Th>
      <Picture step={step} kind={isCut ? `${classes.whole} ${classes.cut}` : classes.whole!} />
      <Table.Td className="numeric">{money(payout)}</Table.Td>
      <Table.Td className="numeric">{percent === null ? '–' : formatShare(percent)}</Table.Td>
    </Table.Tr>
  );
}

function Picture({ step, kind, isEmpty = false }: { step: Step; kind: string; isEmpty?: boolean }) {
  return (
    <Table.Td className={classes.picture} aria-hidden w="45%">
      <span className={classes.track} style={{ '--from': `${step.from}%` } as CSSProperties}>
        {!isEmpty && (
          <span
            className={`${classes.bar} ${kind}`}
            style={{ insetInlineStart: `${step.left}%`, width: `${step.width}%` }}
          />
        )}
      </span>
    </Table.Td>
  );
}

/** Each bonus in both runs, with what makes its difference. */
function ByBonus({ bridge, before, run }: { bridge: Bridge; before: Before; run: Before }) {
  const id = useId();
  const { by_bonus: bonuses, currency_code: currency, difference } = bridge;
  const money = (value: number): string => formatMoney(value, currency);
  const share = (percent: number | null): string => (percent === null ? '–' : formatShare(percent));
  const parts = bridge.parts.filter(({ amount, part }) => amount !== 0 || bonuses.some((one) => has(one, part)));
  return (
    <Card component="section" withBorder padding="md" aria-labelledby={id}>
      <Title order={2} id={id} fz="md">
        {t('By bonus')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('What each bonus pays, in money and in percent of volume, and what makes the difference.')}
      </Text>
      <Table.ScrollContainer minWidth={420 + parts.length * 110}>
        <Table verticalSpacing={6} aria-labelledby={id}>
          <Table.Thead>
            <Table.Tr>
              {[
                t('Bonus'),
                periodInWords(before.period),
                periodInWords(run.period),
                t('Difference'),
                ...parts.map(({ part }) => PARTS[part].name),
              ].map((head, index) => (
                <Table.Th key={head} scope="col" ta={index === 0 ? undefined : 'end'}>
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {bonuses.map((one) => (
              <Table.Tr key={one.bonus}>
                <Table.Th scope="row" fw={500} miw="9rem">
                  {bonusInWords(one.bonus)}
                </Table.Th>
                <Amount amount={money(one.before)} percent={share(one.before_percent)} />
                <Amount amount={money(one.after)} percent={share(one.after_percent)} />
                <Amount
                  amount={signed(one.difference, money)}
                  percent={points(one.before_percent, one.after_percent)}
                />
                {parts.map(({ part }) => (
                  <Table.Td key={part} className="numeric">
                    {has(one, part) ? signed(amountOf(one, part), money) : '–'}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr className={classes.total}>
              <Table.Th scope="row">{t('All')}</Table.Th>
              <Amount amount={money(before.payout)} percent={share(before.payout_percent)} />
              <Amount amount={money(run.payout)} percent={share(run.payout_percent)} />
              <Amount
                amount={signed(difference ?? 0, money)}
                percent={points(before.payout_percent, run.payout_percent)}
              />
              {parts.map(({ part, amount }) => (
                <Table.Td key={part} className="numeric">
                  {signed(amount, money)}
                </Table.Td>
              ))}
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </Table.ScrollContainer>
    </Card>
  );
}

/** How much a percentage has changed, in points with two decimals: less than half of the last one is no change. */
function points(before: number | null, after: number | null): string {
  if (before === null || after === null) return '–';
  return signed(Math.round((after - before) * 100) / 100, formatPoints);
}

type Bonus = Bridge['by_bonus'][number];
type Part = Bridge['parts'][number]['part'];

const has = ({ parts }: Bonus, part: Part): boolean => parts.some((one) => one.part === part);

const amountOf = ({ parts }: Bonus, part: Part): number => parts.find((one) => one.part === part)?.amount ?? 0;

function Amount({ amount, percent }: { amount: string; percent: string }) {
  return (
    <Table.Td className="numeric">
      {amount}
      <Text size="xs" c="dimmed">
        {percent}
      </Text>
    </Table.Td>
  );
}
