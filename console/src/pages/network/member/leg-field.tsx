import { Anchor, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { legName } from '../labels';
import { headsQuery, type Child, type NetworkSettings } from '../network.queries';

interface LegFieldProps {
  /** Whose legs; undefined until somebody is chosen. */
  parentUid: number | undefined;
  /** Who is to stand there. */
  uid: number;
  settings: NetworkSettings;
  value: string | null;
  onChange: (leg: string) => void;
  error?: string;
}

/** The legs of a parent: which are free, and who stands in the others. */
export function LegField({ parentUid, uid, settings, value, onChange, ...field }: LegFieldProps) {
  const { data, isPlaceholderData } = useQuery({ ...headsQuery(parentUid ?? 0), enabled: parentUid !== undefined });
  const known = parentUid === undefined || isPlaceholderData ? undefined : data;
  const heads = new Map(known?.results.map((child) => [child.leg, child]));
  return (
    <Radio.Group
      label="Leg"
      description={parentUid === undefined ? 'Choose a parent first, to see which legs are free.' : 'A free leg of the parent.'}
      withAsterisk
      value={value}
      onChange={onChange}
      {...field}
    >
      <Stack gap="xs" mt="xs" style={{ maxHeight: 220, overflowY: 'auto' }}>
        {Array.from({ length: settings.width ?? 0 }, (_, index) => index + 1).map((leg) => (
          <Radio
            key={leg}
            value={String(leg)}
            label={capitalized(legName(leg, settings.placement))}
            disabled={heads.has(leg)}
            description={known === undefined ? undefined : <Head child={heads.get(leg)} uid={uid} />}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Who stands in a leg. */
function Head({ child, uid }: { child: Child | undefined; uid: number }) {
  if (child === undefined) return <>Free</>;
  if (child.uid === uid) return <>Stands here now</>;
  return (
    <Text component="span" inherit>
      Taken by{' '}
      <Anchor component={Link} to={`/users/${child.uid}/network`} inherit underline="always">
        {child.username}
      </Anchor>
    </Text>
  );
}
