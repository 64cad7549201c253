import { Loader, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  IconAward,
  IconChevronDown,
  IconChevronRight,
  IconCirclePlus,
  IconRefresh,
  IconShoppingBag,
  IconStar,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react';
import { formatNumber, inWords } from '#console/components/format';
import { StatusBadge } from '#console/components/status-badge';
import { kindLabel, legName } from '../labels';
import { figuresQuery, type Figures, type MemberKind, type NetworkSettings } from '../network.queries';
import { MOST_INDENTS } from './layout';
import type { Row, TreeMember } from './rows';
import classes from './tree.module.css';
import type { WalkedTree } from './use-tree';
import { CHILDREN_PAGE } from './walk';
import { plural, t, within } from '#console/i18n/t';

const ICONS: Readonly<Record<MemberKind, TablerIcon>> = {
  distributor: IconUser,
  preferred: IconStar,
  customer: IconShoppingBag,
};

/** First and last name. */
export const nameOf = ({ first_name, last_name }: Pick<TreeMember, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`.trim();

/** The mark of a kind. */
function KindIcon({ kind }: { kind: MemberKind }) {
  const Icon = ICONS[kind];
  return <Icon size={15} stroke={1.8} aria-hidden className={classes.mark} />;
}

/** What a row that is nobody says. */
export function rowText(row: Exclude<Row, { type: 'member' }>, placement: NetworkSettings['placement']): string {
  if (row.type === 'free')
    return `${legName(row.leg, placement)}: ${row.isClosed ? t('closed, the member above is terminated') : t('free')}`;
  if (row.type === 'failed') return t('Could not be loaded. Try again');
  return t('Show {{more}} more of {{rest}}', {
    more: formatNumber(Math.min(CHILDREN_PAGE, row.rest)),
    rest: formatNumber(row.rest),
  });
}

/** A row as screen readers say it. */
function rowLabel(row: Row, figures: Figures | null | undefined, placement: NetworkSettings['placement']): string {
  if (row.type !== 'member') return rowText(row, placement);
  const { member } = row;
  return [
    member.username,
    nameOf(member),
    kindLabel(member.kind),
    ...(member.status === 'active' ? [] : [within(inWords(member.status))]),
    ...(member.title_rank === null ? [] : [t('rank {{title_rank}}', { title_rank: member.title_rank })]),
    ...(member.leg === null ? [] : [legName(member.leg, placement)]),
    ...(figures
      ? [
          t('personal volume {{personal_volume}}', { personal_volume: formatNumber(figures.personal_volume) }),
          t('group volume {{group_volume}}', { group_volume: formatNumber(figures.group_volume ?? 0) }),
          plural(figures.members ?? 0, '{{count}} member below', '{{count}} members below'),
        ]
      : []),
  ]
    .filter((text) => text !== '')
    .join(', ');
}

interface NodeProps {
  walked: WalkedTree;
  row: Row;
  style: { left: number; top: number; width: number | string; height: number };
}

/** A row of the tree as a card of the chart, or a line of the list. */
export function Node({ walked, row, style }: NodeProps) {
  const { tree, placement, at, onClick } = walked;
  const uid = row.type === 'member' ? row.member.uid : 0;
  const figures = useQuery({ ...figuresQuery(tree, uid), enabled: uid > 0 }).data;
  const isAt = at.key === row.key;
  return (
    <div
      role="treeitem"
      data-row={row.key}
      data-type={row.type}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.type === 'member' ? row.isOpen : undefined}
      aria-selected={isAt}
      tabIndex={isAt ? 0 : -1}
      className={`mantine-focus-auto ${classes.node}`}
      style={style}
      onClick={() => onClick(row)}
    >
      <VisuallyHidden>{rowLabel(row, figures, placement)}</VisuallyHidden>
      {row.type === 'member' ? (
        <MemberText walked={walked} row={row} figures={figures} />
      ) : (
        <span className={classes.line} aria-hidden>
          {row.type === 'more' && <IconCirclePlus size={16} aria-hidden />}
          {row.type === 'failed' && <IconRefresh size={16} aria-hidden />}
          {rowText(row, placement)}
        </span>
      )}
    </div>
  );
}

function MemberText({
  walked,
  row,
  figures,
}: {
  walked: WalkedTree;
  row: Row & { type: 'member' };
  figures: Figures | null | undefined;
}) {
  const { member, level } = row;
  const { username, kind, status, title_rank, leg } = member;
  const details = [
    ...(level > MOST_INDENTS ? [t('Level {{level}}', { level: level - 1 })] : []),
    ...(leg === null ? [] : [legName(leg, walked.placement)]),
    ...(kind === 'distributor' ? [] : [kindLabel(kind)]),
    nameOf(member),
  ].filter((text) => text !== '');
  return (
    <>
      <Toggle walked={walked} row={row} />
      <span className={classes.text} aria-hidden>
        <span className={classes.line}>
          <KindIcon kind={kind} />
          <b className={classes.name}>{username}</b>
          {title_rank !== null && (
            <span className={classes.rank}>
              <IconAward size={14} aria-hidden />
              {title_rank}
            </span>
          )}
          {status !== 'active' && <StatusBadge status={status} />}
        </span>
        <span className={classes.details}>{details.join(' · ')}</span>
        <span className={classes.figures}>
          {figures
            ? t('PV {{personal_volume}} · GV {{group_volume}} · {{members}} below', {
                personal_volume: formatNumber(figures.personal_volume),
                group_volume: formatNumber(figures.group_volume ?? 0),
                members: formatNumber(figures.members ?? 0),
              })
            : 'PV … · GV …'}
        </span>
      </span>
    </>
  );
}

/** The arrow that opens and closes a row. */
export function Toggle({ walked, row }: { walked: WalkedTree; row: Row & { type: 'member' } }) {
  if (row.isOpen === undefined) return <span className={classes.toggle} />;
  const Icon = row.isOpen ? IconChevronDown : IconChevronRight;
  return (
    <span
      className={classes.toggle}
      data-toggle
      onClick={(event) => {
        event.stopPropagation();
        walked.onToggle(row);
      }}
    >
      {row.isOpen && walked.isLoading(row.member.uid) ? (
        <Loader size={14} aria-hidden />
      ) : (
        <Icon size={16} aria-hidden />
      )}
    </span>
  );
}
