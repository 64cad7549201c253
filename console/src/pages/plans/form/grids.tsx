import { ActionIcon, Button, Text, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { listOf, objectOf, setIn, valueAt, type Json, type JsonObject, type Path } from '../document/paths';
import { inWords, type JsonSchema } from '../document/schema';
import { useFormContext } from './form-context';
import { Grid, type CellChange, type GridRow } from './grid';
import { textOf } from './use-number-text';
import { t } from '#console/i18n/t';

interface GridFieldProps {
  label: string;
  help: ReactNode;
  path: Path;
  schema: JsonSchema;
  value: Json | undefined;
}

/** A list with other cells; what is empty at its end is left out, what is empty before counts as 0. */
function withCells(list: readonly Json[], changes: readonly { column: number; value: Json | undefined }[]): Json[] {
  const cells: (Json | undefined)[] = [...list];
  for (const { column, value } of changes) cells[column] = value;
  while (cells.length > 0 && cells.at(-1) === undefined) cells.pop();
  return Array.from(cells, (value) => value ?? 0);
}

/** One more than there are, to type the next one; as many as there may be. */
const levelCount = (used: number, { maxItems = Infinity }: JsonSchema, isReadOnly: boolean): number =>
  Math.max(1, Math.min(maxItems, used + (isReadOnly ? 0 : 1)));

const levelNames = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => t('Level {{index}}', { index: index + 1 }));

/** Percentages of levels, in one row. */
export function LevelsField({ label, help, path, schema, value }: GridFieldProps) {
  const { change, isReadOnly } = useFormContext();
  const list = listOf(value);
  const columns = levelNames(levelCount(list.length, schema, isReadOnly));
  const row: GridRow = { key: 'levels', name: '', cells: list, path: (column) => [...path, column] };
  const write = (changes: readonly CellChange[]): void =>
    change(
      path,
      withCells(
        list,
        changes.filter(({ row, column }) => row === 0 && column < (schema.maxItems ?? Infinity)),
      ),
    );
  return <Grid label={label} help={help} columns={columns} rows={[row]} onChange={write} />;
}

/** A table by rank: of numbers, or of lists of percentages by level. An empty row has what the rank below has. */
export function ByRankField({ label, help, path, schema, value }: GridFieldProps) {
  const { change, isReadOnly, ranks } = useFormContext();
  const table = objectOf(value);
  const each = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
  const isOfLevels = each.type === 'array';
  const strangers = Object.keys(table).filter((rank) => !ranks.includes(rank));
  const names = [...ranks, ...strangers];
  const cellsOf = (entry: Json | undefined): readonly (Json | undefined)[] => (isOfLevels ? listOf(entry) : [entry]);
  const used = Math.max(0, ...names.map((rank) => cellsOf(valueAt(table, rank)).length));
  const columns = isOfLevels ? levelNames(levelCount(used, each, isReadOnly)) : [label];
  let below: readonly (Json | undefined)[] = [];
  const rows = names.map((rank, index): GridRow => {
    const entry = valueAt(table, rank);
    const inherited = index < ranks.length ? below : [];
    if (entry !== undefined) below = cellsOf(entry);
    const isOwn = entry !== undefined;
    return {
      key: rank,
      name: rank,
      head: <RankHead rank={rank} isStranger={index >= ranks.length} />,
      cells: cellsOf(entry),
      placeholders: columns.map((_, at) => (isOwn ? (isOfLevels ? '–' : '') : textOf(inherited[at]) || '–')),
      path: (column) => (isOfLevels ? [...path, rank, column] : [...path, rank]),
      action:
        isOwn && !isReadOnly && isOfLevels ? (
          <RowAction
            label={index < ranks.length ? t('{{rank}}: as the rank below', { rank }) : t('Remove {{rank}}', { rank })}
            onClick={() => change([...path, rank], undefined)}
          />
        ) : undefined,
    };
  });
  const inheritedBy = (row: number): readonly Json[] => {
    const known = ranks
      .slice(0, row)
      .reverse()
      .find((rank) => valueAt(table, rank) !== undefined);
    return known === undefined ? [] : listOf(valueAt(table, known));
  };
  const write = (changes: readonly CellChange[]): void => {
    let next: JsonObject = table;
    for (const [row, rank] of names.entries()) {
      const here = changes.filter(
        (one) => one.row === row && one.column < (isOfLevels ? (each.maxItems ?? Infinity) : 1),
      );
      if (here.length === 0) continue;
      const before = valueAt(next, rank);
      // Typing in a row that shows the values of the rank below starts from these values.
      const list = withCells(before === undefined ? inheritedBy(row) : listOf(before), here);
      next = setIn(
        next,
        [rank],
        isOfLevels ? (list.length === 0 ? undefined : list) : here.at(-1)!.value,
      ) as JsonObject;
    }
    change(path, next);
  };
  return (
    <Grid label={label} help={help} columns={columns} rows={rows} onChange={write} isWide={!isOfLevels}>
      {!isReadOnly && (
        <Text size="xs" c="dimmed">
          {t('A rank with an empty row has the values of the rank below it, which are shown pale.')}
        </Text>
      )}
    </Grid>
  );
}

function RankHead({ rank, isStranger }: { rank: string; isStranger: boolean }) {
  if (!isStranger) return rank;
  return (
    <>
      {rank}{' '}
      <Text component="span" size="xs" c="var(--mantine-color-error)">
        {t('not a rank of this plan')}
      </Text>
    </>
  );
}

function RowAction({ label, onClick, isRemoval = false }: { label: string; onClick: () => void; isRemoval?: boolean }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
        {isRemoval ? <IconTrash size={16} aria-hidden /> : <IconArrowBackUp size={16} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}

/** A list of objects of numbers, such as steps: a row for each. */
export function StepsField({ label, help, path, schema, value }: GridFieldProps) {
  const { change, isReadOnly } = useFormContext();
  const list = listOf(value);
  const keys = Object.keys(schema.items?.properties ?? {});
  const most = schema.maxItems ?? Infinity;
  const rows = list.map((entry, index): GridRow => {
    const name = `${index + 1}`;
    return {
      key: name,
      name: t('Row {{name}}', { name }),
      head: name,
      cells: keys.map((key) => valueAt(entry, key)),
      path: (column) => [...path, index, keys[column] ?? ''],
      action: isReadOnly ? undefined : (
        <RowAction
          label={t('Remove row {{name}}', { name })}
          isRemoval
          onClick={() =>
            change(
              path,
              list.filter((_, at) => at !== index),
            )
          }
        />
      ),
    };
  });
  const write = (changes: readonly CellChange[]): void => {
    let next: Json = list;
    for (const { row, column, value: cell } of changes) {
      const key = keys[column];
      if (key === undefined || row >= most) continue;
      next = setIn(next, [row], setIn(objectOf(listOf(next)[row]), [key], cell)) ?? next;
    }
    change(path, next);
  };
  return (
    <Grid label={label} help={help} columns={keys.map(inWords)} rows={rows} onChange={write} isWide>
      {!isReadOnly && list.length < most && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => change(path, [...list, {}])}
        >
          {t('Add a row')}
        </Button>
      )}
    </Grid>
  );
}
