import { Anchor, List, Text, Timeline } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useMay } from '../../api/permissions';
import { UserLink } from '../../components/person';
import { Panel } from '../../components/two-columns';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { placingApplicationQuery, type OrderDetails, type OrderMove } from './orders.queries';
import { rich } from '../../i18n/rich';
import { plural, t } from '../../i18n/t';

/** The history of an order: when it was placed, moved and returned, by whom and why. */
export function OrderHistory({ order }: { order: OrderDetails }) {
  const { moves } = order;
  return (
    <Panel title={t('History')}>
      <Timeline bulletSize={16} lineWidth={2} active={moves.length}>
        {moves.map((move, index) => (
          <Timeline.Item key={index} title={<MoveTitle move={move} />}>
            <Returned order={order} move={move} />
            <Who move={move} />
            {move.reason !== null && (
              <Text size="sm" mt={4} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                {t('Reason: {{reason}}', { reason: move.reason })}
              </Text>
            )}
          </Timeline.Item>
        ))}
      </Timeline>
    </Panel>
  );
}

/** The new status; of a return in part, which changes none, how many pieces it was. */
function MoveTitle({ move: { from, to, returned_items } }: { move: OrderMove }) {
  if (from !== to) return <StatusBadge status={to} />;
  const pieces = returned_items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <Text inherit fw={600}>
      {plural(pieces, '{{count}} piece returned', '{{count}} pieces returned')}
    </Text>
  );
}

/** The products that were returned. */
function Returned({ order, move: { returned_items } }: { order: OrderDetails; move: OrderMove }) {
  if (returned_items.length === 0) return null;
  const labels = new Map(order.items.map(({ id, line_item_label }) => [id, line_item_label]));
  return (
    <List size="sm" mb={4} aria-label={t('Returned products')}>
      {returned_items.map(({ id, quantity }) => (
        <List.Item key={id}>
          {quantity} × {labels.get(id)}
        </List.Item>
      ))}
    </List>
  );
}

function Who({ move: { at, by_uid, by_username, application_id, from } }: { move: OrderMove }) {
  return (
    <Text size="sm" c="dimmed">
      <When at={at} />
      {by_uid !== null && (
        <>{rich(', by <link/>', { link: <UserLink uid={by_uid} name={by_username} inherit underline="always" /> })}</>
      )}
      {application_id !== null && (
        <>{rich(', through <application/>', { application: <PlacingApplication id={application_id} /> })}</>
      )}
      {application_id === null && by_uid !== null && from !== null && t(', in this console or the admin API')}
    </Text>
  );
}

/** An application's name; its id if it was deleted, or the reader may not see applications. */
export function PlacingApplication({ id }: { id: string }) {
  const mayRead = useMay()('applications.read');
  const { data } = useQuery({ ...placingApplicationQuery(id), enabled: mayRead });
  if (data === undefined) return <span className="mono">{id}</span>;
  return (
    <Anchor component={Link} to={`/applications/${id}`} size="sm" underline="always">
      {data.name}
    </Anchor>
  );
}
