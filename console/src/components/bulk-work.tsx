import { Alert, Button, Progress, Select, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import {
  byReason,
  isAskedFor,
  runAtOnce,
  runBulk,
  sorted,
  type Bulk,
  type BulkAction,
  type BulkField,
  type BulkReport,
} from './bulk';
import classes from './bulk-work.module.css';
import { DialogFooter } from './dialog-footer';
import { formatMoney, formatNumber } from './format';
import { tellUndoable } from './undo';
import { UserPicker, type User } from './user-picker';
import { plural, t } from '../i18n/t';

/** Names that are shown of many rows. */
const NAMED = 50;

interface BulkWorkProps<Row> {
  action: BulkAction<Row>;
  rows: readonly Row[];
  bulk: Bulk<Row>;
  /** While it runs, the dialog stays open. */
  onBusy: (isBusy: boolean) => void;
  /** @param done those that nothing is left to do for */
  onSettled: (done: readonly Row[]) => void;
  onClose: () => void;
}

/** An action on several rows: whom and how much it touches, how far it is, and what was refused and why. */
export function BulkWork<Row>({ action, rows, bulk, onBusy, onSettled, onClose }: BulkWorkProps<Row>) {
  const { meant, left } = sorted(rows, action.leavesOut);
  const [report, setReport] = useState<BulkReport<Row>>();
  const [isRunning, setRunning] = useState(false);
  const isStopped = useRef(false);
  const all = meant.length;
  const start = async (texts: readonly string[]): Promise<void> => {
    setRunning(true);
    onBusy(true);
    setReport({ done: [], refused: [], left: meant });
    const goOn = (soFar: BulkReport<Row>): boolean => {
      setReport({ ...soFar });
      return !isStopped.current;
    };
    const { run, runAll } = action;
    const result =
      runAll === undefined
        ? await runBulk(meant, (row) => run!(row, texts), goOn)
        : await runAtOnce(meant, () => runAll(meant, texts));
    setReport(result);
    setRunning(false);
    onBusy(false);
    onSettled(result.done.map(({ row }) => row));
    if (result.refused.length > 0 || result.left.length > 0 || left.size > 0) return;
    tellDone(action, bulk, result, () => onSettled([]));
    onClose();
  };
  const isAsked = isAskedFor(action) || meant.length === 0;
  const isStarted = useRef(false);
  useEffect(() => {
    if (isAsked || isStarted.current) return;
    isStarted.current = true;
    void start([]);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what can be undone is done at once, and once
  }, []);
  if (report === undefined)
    return <Question action={action} bulk={bulk} meant={meant} left={left} onStart={start} onClose={onClose} />;
  const tried = report.done.length + report.refused.length;
  return (
    <Framed
      footer={
        isRunning ? (
          <Button variant="default" onClick={() => (isStopped.current = true)}>
            {t('Stop')}
          </Button>
        ) : (
          <>
            {action.undo !== undefined && report.done.length > 0 && (
              <Button
                variant="default"
                onClick={() => {
                  onClose();
                  void takeBack(action, bulk, report, () => onSettled([]));
                }}
              >
                {t('Undo')}
              </Button>
            )}
            <Button data-autofocus onClick={onClose}>
              {t('Close')}
            </Button>
          </>
        )
      }
    >
      <Progress value={all === 0 ? 100 : (100 * tried) / all} aria-label={action.label} />
      <Text size="sm" role="status">
        {t('{{done}} of {{all}} done.', { done: formatNumber(report.done.length), all: formatNumber(all) })}
      </Text>
      {[...byReason(report.refused)].map(([why, refused]) => (
        <Alert
          key={why}
          color="red"
          title={plural(refused.length, '{{count}} was refused: {{why}}', '{{count}} were refused: {{why}}', { why })}
        >
          {namesOf(refused, bulk.nameOf)}
        </Alert>
      ))}
      {!isRunning && report.left.length > 0 && (
        <Alert color="yellow" title={plural(report.left.length, '{{count}} was not tried', '{{count}} were not tried')}>
          {namesOf(report.left, bulk.nameOf)}
        </Alert>
      )}
      <LeftOut left={left} nameOf={bulk.nameOf} />
    </Framed>
  );
}

interface QuestionProps<Row> extends Pick<BulkWorkProps<Row>, 'action' | 'bulk' | 'onClose'> {
  meant: readonly Row[];
  left: ReadonlyMap<string, readonly Row[]>;
  onStart: (texts: readonly string[]) => Promise<void>;
}

function Question<Row>({ action, bulk, meant, left, onStart, onClose }: QuestionProps<Row>) {
  const { label, question, fields = [], isDangerous } = action;
  const [texts, setTexts] = useState<readonly string[]>(fields.map(() => ''));
  const isMissing = fields.some(({ isRequired }, index) => isRequired === true && texts[index]!.trim() === '');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isMissing) void onStart(texts.map((text) => text.trim()));
      }}
    >
      <Framed
        footer={
          <>
            <Button variant="default" onClick={onClose} data-autofocus={fields.length === 0 || undefined}>
              {t('Cancel')}
            </Button>
            <Button
              type="submit"
              color={isDangerous === true ? 'red.8' : undefined}
              disabled={meant.length === 0 || isMissing}
            >
              {t('{{action}} ({{count}})', { action: label, count: formatNumber(meant.length) })}
            </Button>
          </>
        }
      >
        <Text fw={600}>
          {plural(meant.length, '{{count}} of those selected', '{{count}} of those selected')}
          {bulk.amountOf !== undefined && meant.length > 0 && ` · ${sumsOf(meant, bulk.amountOf)}`}
        </Text>
        {meant.length > 0 && (
          <Text size="sm" className={classes.names}>
            {namesOf(meant, bulk.nameOf)}
          </Text>
        )}
        <LeftOut left={left} nameOf={bulk.nameOf} />
        {question !== undefined && <Text size="sm">{question}</Text>}
        {fields.map((field, index) => (
          <OneField
            key={field.label}
            field={field}
            isFirst={index === 0}
            value={texts[index]!}
            onChange={(text) => setTexts(texts.map((one, at) => (at === index ? text : one)))}
          />
        ))}
      </Framed>
    </form>
  );
}

interface OneFieldProps {
  field: BulkField;
  isFirst: boolean;
  value: string;
  onChange: (text: string) => void;
}

function OneField({ field, isFirst, value, onChange }: OneFieldProps) {
  const { label, description, isRequired = false, maxLength, choices, isUser = false } = field;
  const [user, setUser] = useState<User | null>(null);
  const shared = { label, description, withAsterisk: isRequired, 'data-autofocus': isFirst || undefined };
  if (isUser) {
    const choose = (chosen: User | null): void => {
      setUser(chosen);
      onChange(chosen === null ? '' : String(chosen.uid));
    };
    return <UserPicker {...shared} value={user} onChange={choose} />;
  }
  if (choices !== undefined)
    return <Select {...shared} data={[...choices]} value={value || null} onChange={(next) => onChange(next ?? '')} />;
  return (
    <TextInput
      {...shared}
      maxLength={maxLength}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      autoComplete="off"
    />
  );
}

function Framed({ children, footer }: { children: ReactNode; footer: ReactNode }) {
  return (
    <>
      <Stack gap="sm" pb="md">
        {children}
      </Stack>
      <DialogFooter>{footer}</DialogFooter>
    </>
  );
}

function LeftOut<Row>({ left, nameOf }: { left: ReadonlyMap<string, readonly Row[]>; nameOf: (row: Row) => string }) {
  return [...left].map(([why, rows]) => (
    <Alert
      key={why}
      color="yellow"
      title={plural(rows.length, '{{count}} is left out: {{why}}', '{{count}} are left out: {{why}}', { why })}
    >
      {namesOf(rows, nameOf)}
    </Alert>
  ));
}

function namesOf<Row>(rows: readonly Row[], nameOf: (row: Row) => string): string {
  const names = rows.slice(0, NAMED).map(nameOf).join(', ');
  const more = rows.length - NAMED;
  return more > 0 ? `${names} ${plural(more, 'and {{count}} more', 'and {{count}} more')}` : names;
}

function sumsOf<Row>(rows: readonly Row[], amountOf: NonNullable<Bulk<Row>['amountOf']>): string {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const [amount, currency] = amountOf(row);
    sums.set(currency, (sums.get(currency) ?? 0) + amount);
  }
  return [...sums].map(([currency, sum]) => formatMoney(sum, currency)).join(', ');
}

/** Says that all is done; what can be undone has a button for that. */
function tellDone<Row>(action: BulkAction<Row>, bulk: Bulk<Row>, report: BulkReport<Row>, onUndone: () => void): void {
  const { undo, label } = action;
  const said = t('{{action}}: {{count}} done', { action: label, count: formatNumber(report.done.length) });
  if (undo === undefined) notifications.show({ color: 'teal', message: said });
  else tellUndoable(said, () => void takeBack(action, bulk, report, onUndone));
}

/** Undoes what was done, and says what could not be. */
async function takeBack<Row>(
  { undo }: BulkAction<Row>,
  bulk: Bulk<Row>,
  { done }: BulkReport<Row>,
  onUndone: () => void,
): Promise<void> {
  const report = await runBulk(
    done,
    ({ row, output }) => undo!(row, output),
    () => true,
  );
  onUndone();
  const refused = report.refused.map(({ row, why }) => `${bulk.nameOf(row.row)}: ${why}`);
  notifications.show(
    refused.length === 0
      ? { color: 'teal', message: t('Undone: {{count}}', { count: formatNumber(done.length) }) }
      : {
          color: 'red',
          title: plural(refused.length, '{{count}} could not be undone', '{{count}} could not be undone'),
          message: refused.join('\n'),
          autoClose: false,
        },
  );
}
