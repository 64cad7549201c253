import { Alert, Button, Text, Group, Stack } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCash,
  IconCircleCheck,
  IconCircleX,
  type TablerIcon,
} from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { describeFailure, ApiFailure } from '../../api/failure';
import { useMay } from '../../api/permissions';
import { Panel } from '../../components/two-columns';
import { confirm } from '../../components/confirm';
import { formatMoney } from '../../components/format';
import { PageHeader } from '../../components/page-header';
import { StatusBadge } from '../../components/status-badge';
import { useDialog } from '../../components/use-dialog';
import { isReturnable, type OrderDetails, type OrderStatus, type Order, orderQuery } from './orders.queries';
import { ReturnDialog } from './return-dialog';
import { STATUS_TEXTS } from './labels';
import { plural, t } from '../../i18n/t';
import { HistoryButton } from '../audit';
import { When } from '../../components/when';
import { useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client';
import { useChange } from '../../api/use-change';

const BACK = { to: '/orders', label: t('Orders') };

interface Move {
  label: string;
  Icon: TablerIcon;
  /** Confirmation for changes that cannot be undone. */
  question?: { title: string; body: string; action: string; cancel: string; isDangerous: boolean };
}

const MOVES: Readonly<Partial<Record<OrderStatus, Move>>> = {
  paid: { label: t('Mark as paid'), Icon: IconCash },
  completed: {
    label: t('Complete'),
    Icon: IconCircleCheck,
    question: {
      title: t('Complete this order?'),
      body: t('A completed order can no longer be cancelled, only returned. Subscribed applications are notified.'),
      action: t('Complete the order'),
      cancel: t('Not yet'),
      isDangerous: false,
    },
  },
  cancelled: {
    label: t('Cancel the order'),
    Icon: IconCircleX,
    question: {
      title: t('Cancel this order?'),
      body: t('A cancelled order is final: it cannot be reopened. Subscribed applications are notified.'),
      action: t('Cancel the order'),
      cancel: t('Keep it'),
      isDangerous: true,
    },
  },
};

/** What admins may write about a change that they are asked to confirm. */
const REASON = { label: t('Reason'), description: t('Optional. Kept in the history; the buyer can read it.') };

/** The title of an order, with buttons for what can be done next, and what was wrong with the last one. */
export function OrderHead({ order, description }: { order: OrderDetails; description: ReactNode }) {
  const { move, isPending, conflict, forget } = useOrderTransition(order);
  const [failure, setFailure] = useState<unknown>();
  const dialog = useDialog('return');
  const may = useMay();
  const touched = t('Order {{number}} of {{username}}: {{total}}.', {
    number: order.order_number,
    username: order.username,
    total: formatMoney(order.totals.price, order.currency_code),
  });
  const start = (to: OrderStatus, question: Move['question']): void => {
    setFailure(undefined);
    if (question === undefined) return void move(to).catch(setFailure);
    const isPaidBack = to === 'cancelled' && order.status === 'paid';
    const money = isPaidBack ? ` ${t('It is paid: give the money back yourself, the service moves none.')}` : '';
    const body = `${touched}${money} ${question.body}`;
    confirm({ ...question, body, note: REASON, run: (reason) => move(to, reason) });
  };
  const actions = may('orders.write') && (
    <>
      {isReturnable(order) && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          disabled={isPending}
          onClick={() => dialog.open()}
        >
          {t('Return…')}
        </Button>
      )}
      {[...order.next_statuses].reverse().map((to) => {
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
    </>
  );
  return (
    <>
      <PageHeader
        title={t('Order {{order_number}}', { order_number: order.order_number })}
        back={BACK}
        aside={<StatusBadge status={order.status} />}
        description={description}
        actions={
          <>
            {actions}
            <HistoryButton of={[{ type: 'order', id: order.id }]} />
          </>
        }
      />
      <ReturnDialog order={order} dialog={dialog} />
      {conflict !== undefined && (
        <Alert
          mb="md"
          color="yellow"
          role="alert"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('The order was changed by someone else')}
          withCloseButton
          closeButtonLabel={t('Close')}
          onClose={forget}
        >
          {t('{{conflict}} This page now shows its current status.', { conflict: describeFailure(conflict) })}
        </Alert>
      )}
      {failure !== undefined && (
        <Alert
          mb="md"
          color="red"
          role="alert"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('The status was not changed')}
        >
          {describeFailure(failure)}
        </Alert>
      )}
    </>
  );
}

/** The status of an order in words, and since when. */
export function OrderStatusPanel({ order }: { order: OrderDetails }) {
  const returned = order.returned_totals.quantity;
  return (
    <Panel title={t('Status')}>
      <Text size="sm">
        {STATUS_TEXTS[order.status]}
        {returned > 0 && order.status !== 'returned' && (
          <>
            {' '}
            {plural(
              order.totals.quantity,
              '{{returned}} of {{count}} piece returned.',
              '{{returned}} of {{count}} pieces returned.',
              { returned },
            )}
          </>
        )}
      </Text>
      <OrderInstants order={order} />
    </Panel>
  );
}

/** When an order reached its statuses. Those that it must have had at an unknown time are named too. */
function OrderInstants({ order }: { order: Order }) {
  const { status, placed_at, paid_at, completed_at, cancelled_at } = order;
  const isPaid = status === 'paid' || status === 'completed' || status === 'returned';
  const entries = [
    [t('Placed'), placed_at, true],
    [t('Paid'), paid_at, isPaid],
    [t('Completed'), completed_at, status === 'completed'],
    [t('Cancelled'), cancelled_at, status === 'cancelled'],
  ] as const;
  return (
    <Stack component="dl" gap={6} m={0} mt="sm">
      {entries
        .filter(([, at, isSure]) => at !== null || isSure)
        .map(([name, at]) => (
          <Group key={name} justify="space-between" wrap="nowrap" gap="sm">
            <Text component="dt" size="sm" c="dimmed">
              {name}
            </Text>
            <Text component="dd" size="sm" m={0} ta="end">
              <When at={at} never={t('not known')} />
            </Text>
          </Group>
        ))}
    </Stack>
  );
}

interface OrderTransition {
  /** Changes the status; rejects with the failure, except for a conflict. */
  move: (status: OrderStatus, reason?: string) => Promise<void>;
  isPending: boolean;
  /** Set if the last change failed because the status had already changed. */
  conflict: ApiFailure | undefined;
  forget: () => void;
}

/** Changes the status of an order. On a conflict the order is refetched, and {@link OrderTransition.conflict} is set. */
function useOrderTransition({ id, order_number }: OrderDetails): OrderTransition {
  const client = useQueryClient();
  const [conflict, setConflict] = useState<ApiFailure>();
  const change = useChange({
    run: (body: { status: OrderStatus; reason?: string }) =>
      dataOf(api.PATCH('/admin/api/orders/{id}/', { params: { path: { id } }, body })),
    refreshes: [['orders'], ['volumes'], ['network'], ['audit'], ['home']],
    done: ({ status }) => t('Order {{order_number}} is {{status}}', { order_number, status }),
    onDone: (order) => client.setQueryData(orderQuery(String(id)).queryKey, order),
    quiet: true,
  });
  const move = async (status: OrderStatus, reason = ''): Promise<void> => {
    setConflict(undefined);
    try {
      await change.mutateAsync({ status, ...(reason.trim() !== '' && { reason }) });
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status !== 409) throw error;
      setConflict(error);
      await client.invalidateQueries({ queryKey: ['orders'] });
    }
  };
  return { move, isPending: change.isPending, conflict, forget: () => setConflict(undefined) };
}
