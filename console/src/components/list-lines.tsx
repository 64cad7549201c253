import { Card, VisuallyHidden } from '@mantine/core';
import type { RowsProps } from './list-grid';
import { idOf } from './list-layout';
import classes from './resource-list.module.css';
import { SelectBox } from './select-box';

/** On a phone: what it is and its figure, and below what else is said of it. */
export function Lines<Row>({ label, rows, columns, keyOf, density, selection, nameOf }: RowsProps<Row>) {
  const [head, ...others] = columns;
  const figure = others.find(({ isNumeric }) => isNumeric === true);
  // More figures would need their titles: they are on the page of the row.
  const rest = others.filter(({ isNumeric }) => isNumeric !== true);
  return (
    <Card withBorder padding={0}>
      <ul className={classes.lines} data-density={density} aria-label={label}>
        {rows.map((row) => (
          <li key={keyOf(row)} className={classes.line} data-row={keyOf(row)}>
            {selection !== undefined && <SelectBox row={row} name={nameOf!(row)} selection={selection} />}
            <div className={classes.both}>
              <div className={classes.first}>
                <div className={classes.head}>{head?.cell(row)}</div>
                {figure !== undefined && (
                  <div className="numeric">
                    <VisuallyHidden>{figure.title}: </VisuallyHidden>
                    {figure.cell(row)}
                  </div>
                )}
              </div>
              <div className={classes.second}>
                {rest.map((column) => (
                  <span key={idOf(column)} className={classes.part}>
                    <VisuallyHidden>{column.title}: </VisuallyHidden>
                    {column.cell(row)}
                  </span>
                ))}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
