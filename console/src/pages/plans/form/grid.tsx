import { Input, Stack, Table, Text } from '@mantine/core';
import { useId, useRef, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react';
import { pathText, type Json, type Path } from '../document/paths';
import { useFormContext } from './form-context';
import classes from './grid.module.css';
import { useNumberText, valueOf } from './use-number-text';

/** A row of a grid of numbers. */
export interface GridRow {
  readonly key: string;
  /** Its heading; none where the grid has one row alone. */
  readonly head?: ReactNode;
  /** Its name, for screen readers. */
  readonly name: string;
  readonly cells: readonly (Json | undefined)[];
  /** What holds where a cell is empty. */
  readonly placeholders?: readonly string[];
  readonly path: (column: number) => Path;
  /** What can be done with the row. */
  readonly action?: ReactNode;
}

/** A cell and what it shall have. */
export interface CellChange {
  readonly row: number;
  readonly column: number;
  readonly value: number | string | undefined;
}

interface GridProps {
  label: string;
  help?: ReactNode;
  columns: readonly string[];
  rows: readonly GridRow[];
  /** Cells that were typed or pasted. */
  onChange: (changes: readonly CellChange[]) => void;
  isWide?: boolean;
  /** Below the grid: buttons. */
  children?: ReactNode;
}

/** A grid of numbers: arrows and Enter go from cell to cell, and what is copied from a spreadsheet can be pasted. */
export function Grid({ label, help, columns, rows, onChange, isWide = false, children }: GridProps) {
  const { problems } = useFormContext();
  const id = useId();
  const table = useRef<HTMLTableElement>(null);
  const told = rows.flatMap(({ name, path }) =>
    columns.flatMap((column, index) =>
      (problems.get(pathText(path(index))) ?? []).map(
        (text) => `${[name, column].filter(Boolean).join(', ')}: ${text}`,
      ),
    ),
  );
  const focus = (row: number, column: number): boolean => {
    const cell = table.current?.querySelector<HTMLInputElement>(`[data-cell="${row}:${column}"]`);
    cell?.focus();
    return cell instanceof HTMLInputElement;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const input = event.target;
    if (!(input instanceof HTMLInputElement) || event.altKey || event.ctrlKey || event.metaKey) return;
    const [row, column] = (input.dataset.cell ?? '').split(':').map(Number);
    if (row === undefined || column === undefined) return;
    const step = stepOf(event, input);
    // Enter would save the whole plan.
    if (event.key === 'Enter') event.preventDefault();
    if (step !== undefined && focus(row + step[0], column + step[1])) event.preventDefault();
  };
  const paste = (event: ClipboardEvent<HTMLElement>): void => {
    const input = event.target;
    const text = event.clipboardData.getData('text').replace(/[\r\n]+$/, '');
    if (!(input instanceof HTMLInputElement) || input.readOnly || !/[\t\n]/.test(text)) return;
    event.preventDefault();
    const [row = 0, column = 0] = (input.dataset.cell ?? '').split(':').map(Number);
    onChange(
      text
        .split(/\r?\n/)
        .flatMap((line, down) =>
          line.split('\t').map((cell, right) => ({ row: row + down, column: column + right, value: valueOf(cell) })),
        ),
    );
  };
  return (
    <Input.Wrapper
      labelElement="div"
      label={label}
      labelProps={{ id }}
      description={help}
      error={
        told.length > 0 &&
        told.map((text) => (
          <Text span inherit display="block" key={text}>
            {text}
          </Text>
        ))
      }
      inputWrapperOrder={['label', 'description', 'error', 'input']}
    >
      <Stack gap="xs" mt={6} align="flex-start">
        <Table.ScrollContainer minWidth={0} maw="100%">
          <table
            ref={table}
            className={`${classes.grid} ${isWide ? classes.wide : ''}`}
            aria-labelledby={id}
            onKeyDown={onKeyDown}
            onPaste={paste}
          >
            <thead>
              <tr>
                {rows[0]?.head !== undefined && <td />}
                {columns.map((column, index) => (
                  <th key={index} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <Row key={row.key} row={row} index={index} columns={columns} onChange={onChange} />
              ))}
            </tbody>
          </table>
        </Table.ScrollContainer>
        {children}
      </Stack>
    </Input.Wrapper>
  );
}

interface RowProps {
  row: GridRow;
  index: number;
  columns: readonly string[];
  onChange: (changes: readonly CellChange[]) => void;
}

function Row({ row, index, columns, onChange }: RowProps) {
  const { problems, isReadOnly } = useFormContext();
  return (
    <tr>
      {row.head !== undefined && <th scope="row">{row.head}</th>}
      {columns.map((column, at) => {
        const path = pathText(row.path(at));
        return (
          <td key={at}>
            <Cell
              place={`${index}:${at}`}
              path={path}
              label={[row.name, column].filter(Boolean).join(', ')}
              value={row.cells[at]}
              placeholder={row.placeholders?.[at] ?? ''}
              isWrong={problems.has(path)}
              isReadOnly={isReadOnly}
              onChange={(value) => onChange([{ row: index, column: at, value }])}
            />
          </td>
        );
      })}
      {row.action !== undefined && <td>{row.action}</td>}
    </tr>
  );
}

interface CellProps {
  place: string;
  path: string;
  label: string;
  value: Json | undefined;
  placeholder: string;
  isWrong: boolean;
  isReadOnly: boolean;
  onChange: (value: number | string | undefined) => void;
}

function Cell({ place, path, label, value, placeholder, isWrong, isReadOnly, onChange }: CellProps) {
  const { text, type } = useNumberText(value, onChange);
  return (
    <input
      className={classes.cell}
      data-cell={place}
      data-path={path}
      aria-label={label}
      aria-invalid={isWrong}
      inputMode="decimal"
      autoComplete="off"
      placeholder={placeholder}
      readOnly={isReadOnly}
      value={text}
      // What is typed replaces what is there, as in a spreadsheet.
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  );
}

/** Where a key leads; sideways only from the end of what is typed. */
function stepOf({ key, shiftKey }: KeyboardEvent, input: HTMLInputElement): readonly [number, number] | undefined {
  const { selectionStart: start, selectionEnd: end, value } = input;
  const isWhole = start === 0 && end === value.length;
  switch (key) {
    case 'Enter':
      return [shiftKey ? -1 : 1, 0];
    case 'ArrowDown':
      return [1, 0];
    case 'ArrowUp':
      return [-1, 0];
    case 'ArrowLeft':
      return !shiftKey && (isWhole || end === 0) ? [0, -1] : undefined;
    case 'ArrowRight':
      return !shiftKey && (isWhole || start === value.length) ? [0, 1] : undefined;
    default:
      return undefined;
  }
}
