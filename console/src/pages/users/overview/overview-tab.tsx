import { SimpleGrid, Stack } from '@mantine/core';
import { May } from '../../../components/may';
import { useUser } from '../use-user';
import { LastOrders } from './last-orders';
import { LastStatements } from './last-statements';
import { Notes } from './notes';
import { Standing } from './standing';

/** What answers a call: where the member stands, what they earned and ordered last, and what was noted. */
export function OverviewTab() {
  const user = useUser();
  return (
    <Stack gap="lg">
      <May do="statements.read">
        <Standing uid={user.uid} />
      </May>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <May do="statements.read">
          <LastStatements uid={user.uid} />
        </May>
        <May do="orders.read">
          <LastOrders uid={user.uid} />
        </May>
      </SimpleGrid>
      <May do="notes.read">
        <Notes uid={user.uid} />
      </May>
    </Stack>
  );
}
