import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconArrowsMove, IconBinaryTree, IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { FormSection } from '../../../components/form-section';
import { May } from '../../../components/may';
import { useDialog } from '../../../components/use-dialog';
import { placeName, TREES } from '../labels';
import { networkSettingsQuery, type Member, type NetworkSettings, type Tree } from '../network.queries';
import { treePath } from '../tree/tree-path';
import { History } from './history';
import { Legs } from './legs';
import { MoveDialog } from './move-dialog';
import { Upline } from './upline';

const DESCRIPTIONS: Readonly<Record<Tree, string>> = {
  sponsor: 'Members and their sponsors.',
  placement: 'Distributors and their places.',
};

/** The position of a member in a tree, and its history. */
export function TreeSection({ member, tree }: { member: Member; tree: Tree }) {
  const { data: settings } = useQuery(networkSettingsQuery);
  const dialog = useDialog(`move-${tree}`);
  const { position, upline, history } = member[tree];
  const placement = settings?.placement;
  const name = TREES[tree].toLowerCase();
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
                aria-label={position === null ? 'Place' : `Move in the ${name}`}
                onClick={() => dialog.open()}
              >
                {position === null ? 'Place…' : 'Move…'}
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
              {`Show in the ${name}`}
            </Button>
          )}
        </Group>
        {position !== null && (
          <div>
            <Title order={3} fz="md" mb="sm">
              Legs
            </Title>
            <Legs key={member.uid} member={member} tree={tree} placement={placement} />
          </div>
        )}
        <div>
          <Title order={3} fz="md" mb="sm">
            History
          </Title>
          <History
            label={`History of the ${name}`}
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
        The network has no placement tree.{' '}
        <Anchor component={Link} to="/network/settings" inherit underline="always">
          Network settings
        </Anchor>
      </Text>
    );
  if (kind !== 'distributor')
    return (
      <Text size="sm">Only distributors are placed. This member is attached to the nearest placed sponsor above.</Text>
    );
  if (status === 'terminated') return <Text size="sm">Not placed, and terminated.</Text>;
  return (
    <Alert icon={<IconInfoCircle aria-hidden />} title="In the holding tank">
      {sponsor.position?.parent === null || sponsor.position === null
        ? 'This distributor has no place yet.'
        : `This distributor waits in the holding tank of ${sponsor.position.parent}, until somebody chooses a place or the holding days are over.`}
    </Alert>
  );
}
