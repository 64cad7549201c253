import { Anchor, Card, Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Bars } from '#console/components/bars';
import { DescriptionList } from '#console/components/description-list';
import { formatNumber } from '#console/components/format';
import { localTimeOf } from '#console/components/local-time';
import { downlineQuery, figuresQuery, type Tree } from '../network.queries';
import { plural, t } from '#console/i18n/t';

/** Levels that have a bar of their own. */
const SHOWN = 6;

interface TeamProps {
  uid: number;
  tree: Tree;
}

/** What the team comes to by level; undefined until it is known, and for who has none. */
export function useTeam({ uid, tree }: TeamProps) {
  const asked = { tree, limit: 1, sums: 'true' } as const;
  const from = useQuery(figuresQuery('sponsor', uid)).data?.period.from;
  // Users who are no members have no figures.
  const all = useQuery({ ...downlineQuery(uid, asked), enabled: from !== undefined }).data;
  const newcomers = useQuery({ ...downlineQuery(uid, { ...asked, from: from ?? '' }), enabled: from !== undefined });
  if (all === undefined || from === undefined) return undefined;
  const levels = (all.sums ?? []).map((sums) => ({
    ...sums,
    newcomers: newcomers.data?.sums?.find(({ level }) => level === sums.level)?.count ?? 0,
  }));
  return { count: all.count, newcomers: newcomers.data?.count, from, levels };
}

/** The team of a member in figures, each of which leads to the list of those whom it counts; nothing until it is known. */
export function TeamFigures({ uid }: { uid: number }) {
  const team = useTeam({ uid, tree: 'sponsor' });
  const placed = useQuery(figuresQuery('placement', uid)).data?.members;
  if (team === undefined) return null;
  const active = activeOf(team.levels);
  const list = (query: string, children: ReactNode): ReactNode => (
    <Anchor component={Link} to={`/users/${uid}/team${query}`} inherit>
      {children}
    </Anchor>
  );
  return (
    <Card withBorder component="section" padding="md" aria-labelledby="team">
      <Title order={2} id="team" mb="sm">
        {t('Team')}
      </Title>
      <DescriptionList
        entries={[
          [t('Below in the sponsor tree'), list('', membersInWords(team.count))],
          ...(typeof placed === 'number'
            ? [[t('Below in the placement tree'), list('?tree=placement', membersInWords(placed))] as const]
            : []),
          [t('Active'), active === null ? t('No plan is in force') : list('?active=true', formatNumber(active))],
          [
            t('New in this period'),
            list(`?from=${localTimeOf(Date.parse(team.from))}`, formatNumber(team.newcomers ?? 0)),
          ],
        ]}
      />
    </Card>
  );
}

/** The team by level; nothing where there is none. */
export function TeamLevels(props: TeamProps) {
  const { uid, tree } = props;
  const levels = useTeam(props)?.levels;
  if (levels === undefined) return <Skeleton height={360} role="status" aria-label={t('Loading the member')} />;
  if (levels.length === 0) return null;
  const further = levels.slice(SHOWN);
  return (
    <Bars
      title={t('By level')}
      heads={[t('Level'), t('Members'), t('Active'), t('New in this period'), t('Personal volume')]}
      bars={[
        ...levels.slice(0, SHOWN).map((sums) => ({
          key: String(sums.level),
          name: (
            <Anchor component={Link} to={`/users/${uid}/team?tree=${tree}&level=${sums.level}`} inherit>
              {t('level {{level}}', { level: sums.level })}
            </Anchor>
          ),
          value: sums.count,
          cells: cellsOf([sums]),
        })),
        ...(further.length === 0
          ? []
          : [{ key: 'further', name: t('further down'), value: countOf(further), cells: cellsOf(further) }]),
      ]}
      totals={cellsOf(levels)}
      nothing=""
    />
  );
}

type Level = NonNullable<ReturnType<typeof useTeam>>['levels'][number];

const countOf = (levels: readonly Level[]): number => levels.reduce((sum, { count }) => sum + count, 0);

/** Null where it is not known who is active. */
function activeOf(levels: readonly Level[]): number | null {
  return levels.reduce<number | null>((sum, { active }) => (sum === null || active === null ? null : sum + active), 0);
}

/** How many are there, active and new, and their volume. */
function cellsOf(levels: readonly Level[]): string[] {
  const active = activeOf(levels);
  return [
    formatNumber(countOf(levels)),
    active === null ? '–' : formatNumber(active),
    formatNumber(levels.reduce((sum, { newcomers }) => sum + newcomers, 0)),
    formatNumber(levels.reduce((sum, level) => sum + level.personal_volume, 0)),
  ];
}

function membersInWords(members: number): string {
  return plural(members, '{{count}} member', '{{count}} members');
}
