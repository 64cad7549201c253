import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCash, IconCircleCheck, IconCircleX, type TablerIcon } from '@tabler/icons-react';
import { useState } from 'react';
import { describeFailure } from '../../api/failure';
import { confirm } from '../../components/confirm';
import type { Order, OrderStatus } from './orders.queries';
import { useOrderMove } from './use-order-move';
import { MEANINGS } from './words';

interface Move {
  label: string;
  Icon: TablerIcon;
  /** What is asked first, where it cannot be taken back. */
  question?: { title: string; body: string; action: string; cancel: string; isDangerous: boolean };
}

const MOVES: Readonly<Partial<Record<OrderStatus, Move>>> = {
  paid: { label: 'Mark as paid', Icon: IconCash },
  completed: {
    label: 'Complete',
    Icon: IconCircleCheck,
    question: {
      title: 'Complete this order?',
      body: 'A completed order is final: it cannot be cancelled or changed any more. Applications that listen are told.',
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
      body: 'A cancelled order is final: it cannot be taken up again. Applications that listen are told.',
      action: 'Cancel the order',
      cancel: 'Keep it',
      isDangerous: true,
    },
  },
};

/** The status of an order, and the ones that it can move to as buttons. */
export function OrderMoves({ order }: { order: Order }) {
  const { move, isPending, conflict, forget } = useOrderMove(order);
  const [failure, setFailure] = useState<unknown>();
  const start = (to: OrderStatus, question: Move['question']): void => {
    setFailure(undefined);
    if (question === undefined) void move(to).catch(setFailure);
    else confirm({ ...question, run: () => move(to) });
  };
  return (
    <Card component="section" withBorder padding="lg" aria-labelledby="status">
      <Group justify="space-between" gap="md">
        <div>
          <Title order={2} id="status">
            Status
          </Title>
          <Text c="dimmed" size="sm" mt={4}>
            {MEANINGS[order.status]}
          </Text>
        </div>
        {order.next_statuses.length > 0 && (
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
          </Group>
        )}
      </Group>
      <Stack gap={0}>
        {conflict !== undefined && (
          <Alert
            mt="md"
            color="yellow"
            role="alert"
            icon={<IconAlertTriangle aria-hidden />}
            title="Somebody else was quicker"
            withCloseButton
            closeButtonLabel="Close"
            onClose={forget}
          >
            {describeFailure(conflict)} This page now shows the order as it is.
          </Alert>
        )}
        {failure !== undefined && (
          <Alert
            mt="md"
            color="red"
            role="alert"
            icon={<IconAlertTriangle aria-hidden />}
            title="The order did not move"
          >
            {describeFailure(failure)}
          </Alert>
        )}
      </Stack>
    </Card>
  );
}
