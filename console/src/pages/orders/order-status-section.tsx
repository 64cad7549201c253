import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCash,
  IconCircleCheck,
  IconCircleX,
  type TablerIcon,
} from '@tabler/icons-react';
import { useState } from 'react';
import { describeFailure } from '../../api/failure';
import { useMay } from '../../api/permissions';
import { confirm } from '../../components/confirm';
import { useDialog } from '../../components/use-dialog';
import { counted } from '../../components/format';
import { OrderInstants } from './order-instants';
import { isReturnable, piecesLeft, type OrderDetails, type OrderStatus } from './orders.queries';
import { ReturnDialog } from './return-dialog';
import { useOrderTransition } from './use-order-transition';
import { STATUS_TEXTS } from './labels';

interface Move {
  label: string;
  Icon: TablerIcon;
  /** Confirmation for changes that cannot be undone. */
  question?: { title: string; body: string; action: string; cancel: string; isDangerous: boolean };
}

const MOVES: Readonly<Partial<Record<OrderStatus, Move>>> = {
  paid: { label: 'Mark as paid', Icon: IconCash },
  completed: {
    label: 'Complete',
    Icon: IconCircleCheck,
    question: {
      title: 'Complete this order?',
      body: 'A completed order can no longer be cancelled, only returned. Subscribed applications are notified.',
      action: 'Complete the order',
      cancel: 'Not yet',
      isDangerous: false,
    },
  },
  cancelled: {
    label: 'Cancel the order',
    Icon: IconCircleX,
    question: {
      title: 'Cancel this order?',
      body: 'A cancelled order is final: it cannot be reopened. Subscribed applications are notified.',
      action: 'Cancel the order',
      cancel: 'Keep it',
      isDangerous: true,
    },
  },
};

/** What admins may write about a change that they are asked to confirm. */
const REASON = { label: 'Reason', description: 'Optional. Kept in the history; the buyer can read it.' };

/** The status of an order and since when, with buttons for what can be done next. */
export function OrderStatusSection({ order }: { order: OrderDetails }) {
  const { move, isPending, conflict, forget } = useOrderTransition(order);
  const [failure, setFailure] = useState<unknown>();
  const dialog = useDialog('return');
  const may = useMay();
  const returned = order.totals.quantity - piecesLeft(order);
  const start = (to: OrderStatus, question: Move['question']): void => {
    setFailure(undefined);
    if (question === undefined) void move(to).catch(setFailure);
    else confirm({ ...question, note: REASON, run: (reason) => move(to, reason) });
  };
  return (
    <Card component="section" withBorder padding="lg" aria-labelledby="status">
      <Group justify="space-between" gap="md">
        <div>
          <Title order={2} id="status">
            Status
          </Title>
          <Text c="dimmed" size="sm" mt={4}>
            {STATUS_TEXTS[order.status]}
            {returned > 0 && order.status !== 'returned' && (
              <> {`${returned} of ${counted(order.totals.quantity, 'piece')} returned.`}</>
            )}
          </Text>
        </div>
        {may('orders.write') && (order.next_statuses.length > 0 || isReturnable(order)) && (
          <Group gap="sm">
            {order.next_statuses.map((to) => {
              const { label, Icon, question } = MOVES[to] ?? { label: to, Icon: IconCircleCheck };
              const isCancel = to === 'cancelled';
              return (
                <Button
                  key={to}
                  variant={isCancel ? 'default' : 'filled'}
                  c={isCancel ? 'var(--mantine-color-error)' : undefined}
                  leftSection={<Icon size={18} aria-hidden />}
                  disabled={isPending}
                  onClick={() => start(to, question)}
                >
                  {label}
                </Button>
              );
            })}
            {isReturnable(order) && (
              <Button
                variant="default"
                leftSection={<IconArrowBackUp size={18} aria-hidden />}
                disabled={isPending}
                onClick={() => dialog.open()}
              >
                Return…
              </Button>
            )}
          </Group>
        )}
      </Group>
      <OrderInstants order={order} />
      <ReturnDialog order={order} dialog={dialog} />
      <Stack gap={0}>
        {conflict !== undefined && (
          <Alert
            mt="md"
            color="yellow"
            role="alert"
            icon={<IconAlertTriangle aria-hidden />}
            title="The order was changed by someone else"
            withCloseButton
            closeButtonLabel="Close"
            onClose={forget}
          >
            {describeFailure(conflict)} This page now shows its current status.
          </Alert>
        )}
        {failure !== undefined && (
          <Alert
            mt="md"
            color="red"
            role="alert"
            icon={<IconAlertTriangle aria-hidden />}
            title="The status was not changed"
          >
            {describeFailure(failure)}
          </Alert>
        )}
      </Stack>
    </Card>
  );
}
