import { Card, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { formatNumber } from '#console/components/format';
import { NumberTh } from '#console/components/number-th';
import { StatusBadge } from '#console/components/status-badge';
import { kindLabel, legName, TREES } from '../labels';
import { figuresQuery } from '../network.queries';
import { LINE, MOST_INDENTS } from './layout';
import { nameOf, rowText, Toggle } from './node';
import type { Row } from './rows';
import classes from './tree.module.css';
import type { WalkedTree } from './use-tree';
import { useVisible } from './use-visible';
import { t } from '#console/i18n/t';

const HEIGHT = 44;

const FIGURES = [t('Directly below'), t('Members below'), t('Personal volume'), t('Group volume')] as const;

/** A tree as a table whose rows are opened and closed. Only what is in sight is drawn. */
export function TreeTable({ walked }: { walked: WalkedTree }) {
  const { tree, box, rows, at, onKeyDown } = walked;
  const body = useRef<HTMLTableSectionElement>(null);
  const visible = useVisible(box, body, 1);
  const titles = [t('Member'), ...(tree === 'placement' ? [t('Leg')] : []), t('Kind'), t('Status'), t('Rank')];
  const [from, to] = [Math.max(0, Math.floor(visible.top / HEIGHT)), Math.ceil(visible.bottom / HEIGHT)];
  const focused = rows.indexOf(at);
  // The row that has the focus is always there.
  const groups: [number, number][] =
    focused < from
      ? [
          [focused, focused + 1],
          [from, to],
        ]
      : focused >= to
        ? [
            [from, to],
            [focused, focused + 1],
          ]
        : [[from, to]];
  const bounded = groups.map(([first, last]) => [Math.min(first, rows.length), Math.min(last, rows.length)] as const);
  const columns = titles.length + FIGURES.length;
  return (
    <Card withBorder padding={0} ref={box}>
      <Table.ScrollContainer minWidth={860}>
        <Table
          role="treegrid"
          aria-label={TREES[tree]}
          aria-rowcount={rows.length + 1}
          onKeyDown={onKeyDown}
          className={classes.table}
          horizontalSpacing="md"
        >
          <Table.Thead>
            <Table.Tr aria-rowindex={1}>
              {titles.map((title) => (
                <Table.Th key={title} scope="col">
                  {title}
                </Table.Th>
              ))}
              {FIGURES.map((title) => (
                <NumberTh key={title}>{title}</NumberTh>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody ref={body}>
            {bounded.map(([first, last], index) => [
              <Gap key={`gap-${index}`} rows={first - (bounded[index - 1]?.[1] ?? 0)} columns={columns} />,
              ...rows
                .slice(first, last)
                .map((row, place) => (
                  <Line key={row.key} walked={walked} row={row} index={first + place} columns={columns} />
                )),
            ])}
            <Gap rows={rows.length - bounded.at(-1)![1]} columns={columns} />
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  );
}

/** The room of rows that are out of sight. */
function Gap({ rows, columns }: { rows: number; columns: number }) {
  if (rows <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height: rows * HEIGHT, padding: 0 }} />
    </tr>
  );
}

function Line({ walked, row, index, columns }: { walked: WalkedTree; row: Row; index: number; columns: number }) {
  const { tree, placement, at, onClick } = walked;
  const uid = row.type === 'member' ? row.member.uid : 0;
  const figures = useQuery({ ...figuresQuery(tree, uid), enabled: uid > 0 }).data;
  const isAt = at.key === row.key;
  const indent = { paddingInlineStart: 12 + Math.min(row.level - 1, MOST_INDENTS) * LINE.indent };
  return (
    <Table.Tr
      data-row={row.key}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.type === 'member' ? row.isOpen : undefined}
      aria-selected={isAt}
      aria-rowindex={index + 2}
      tabIndex={isAt ? 0 : -1}
      className={`mantine-focus-auto ${classes.row}`}
      h={HEIGHT}
      onClick={() => onClick(row)}
    >
      {row.type === 'member' ? (
        <>
          <Table.Td style={indent} className={classes.cell}>
            <span className={classes.line}>
              <Toggle walked={walked} row={row} />
              {row.level > MOST_INDENTS && (
                <span className={classes.details}>{t('Level {{level}}', { level: row.level - 1 })}</span>
              )}
              <b className={classes.name}>{row.member.username}</b>
              <span className={classes.details}>{nameOf(row.member)}</span>
            </span>
          </Table.Td>
          {tree === 'placement' && (
            <Table.Td>{row.member.leg === null ? '' : legName(row.member.leg, placement)}</Table.Td>
          )}
          <Table.Td>{kindLabel(row.member.kind)}</Table.Td>
          <Table.Td>
            <StatusBadge status={row.member.status} />
          </Table.Td>
          <Table.Td>{row.member.title_rank ?? ''}</Table.Td>
          <Table.Td className="numeric">{formatNumber(row.member.children)}</Table.Td>
          {[figures?.members, figures?.personal_volume, figures?.group_volume].map((figure, place) => (
            <Table.Td key={place} className="numeric">
              {typeof figure === 'number' ? formatNumber(figure) : '…'}
            </Table.Td>
          ))}
        </>
      ) : (
        <Table.Td colSpan={columns} style={indent}>
          {rowText(row, placement)}
        </Table.Td>
      )}
    </Table.Tr>
  );
}
