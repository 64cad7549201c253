import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconArrowsMove, IconBinaryTree, IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { FormSection } from '#console/components/form-section';
import { May } from '#console/components/may';
import { useDialog } from '#console/components/use-dialog';
import { placeName, TREES } from '../labels';
import { networkSettingsQuery, type Member, type NetworkSettings, type Tree } from '../network.queries';
import { treePath } from '../tree/tree-path';
import { History } from './history';
import { Legs } from './legs';
import { MoveDialog } from './move-dialog';
import { Upline } from './upline';
import { rich } from '#console/i18n/rich';
import { t, within } from '#console/i18n/t';

const DESCRIPTIONS: Readonly<Record<Tree, string>> = {
  sponsor: t('Members and their sponsors.'),
  placement: t('Distributors and their places.'),
};

/** The position of a member in a tree, and its history. */
export function TreeSection({ member, tree }: { member: Member; tree: Tree }) {
  const { data: settings } = useQuery(networkSettingsQuery);
  const dialog = useDialog(`move-${tree}`);
  const { position, upline, history } = member[tree];
  const placement = settings?.placement;
  const name = within(TREES[tree]);
  const isPlaceable = tree === 'sponsor' || (placement !== 'none' && member.kind === 'distributor');
  return (
    <FormSection title={TREES[tree]} description={DESCRIPTIONS[tree]} isWide>
      <Stack gap="lg">
        {position === null ? (
          <NotPlaced member={member} placement={placement} />
        ) : (
          <Upline member={member} upline={upline} tree={tree} leg={position.leg} placement={placement} />
        )}
        <Group gap="sm">
          {isPlaceable && settings !== undefined && (
            <May do="network.write">
              <Button
                variant="default"
                leftSection={<IconArrowsMove size={16} aria-hidden />}
                aria-label={position === null ? t('Place', { context: 'verb' }) : t('Move in the {{name}}', { name })}
                onClick={() => dialog.open()}
              >
                {position === null ? t('Place…') : t('Move…')}
              </Button>
            </May>
          )}
          {position !== null && (
            <Button
              variant="default"
              component={Link}
              to={treePath({ tree, to: member.uid })}
              leftSection={<IconBinaryTree size={16} aria-hidden />}
            >
              {t('Show in the {{name}}', { name })}
            </Button>
          )}
        </Group>
        {position !== null && (
          <div>
            <Title order={3} fz="md" mb="sm">
              {t('Legs')}
            </Title>
            <Legs key={member.uid} member={member} tree={tree} placement={placement} />
          </div>
        )}
        <div>
          <Title order={3} fz="md" mb="sm">
            {t('History')}
          </Title>
          <History
            label={t('History of the {{name}}', { name })}
            entries={history.map((past) => ({ ...past, title: placeName(past, placement) }))}
          />
        </div>
      </Stack>
      {settings !== undefined && <MoveDialog member={member} tree={tree} settings={settings} dialog={dialog} />}
    </FormSection>
  );
}

/** Why a member has no place in the placement tree. */
function NotPlaced({
  member: { kind, status, sponsor },
  placement,
}: {
  member: Member;
  placement: NetworkSettings['placement'] | undefined;
}) {
  if (placement === 'none')
    return (
      <Text size="sm">
        {rich('The network has no placement tree. <link>Network settings</link>', {
          link: (words) => (
            <Anchor component={Link} to="/network/settings" inherit underline="always">
              {words}
            </Anchor>
          ),
        })}
      </Text>
    );
  if (kind !== 'distributor')
    return (
      <Text size="sm">
        {t('Only distributors are placed. This member is attached to the nearest placed sponsor above.')}
      </Text>
    );
  if (status === 'terminated') return <Text size="sm">{t('Not placed, and terminated.')}</Text>;
  return (
    <Alert icon={<IconInfoCircle aria-hidden />} title={t('In the holding tank')}>
      {sponsor.position?.parent === null || sponsor.position === null
        ? t('This distributor has no place yet.')
        : t(
            'This distributor waits in the holding tank of {{parent}}, until somebody chooses a place or the holding days are over.',
            { parent: sponsor.position.parent },
          )}
    </Alert>
  );
}
