import { Alert, Button, Card, Group, List, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { describeFailure } from '#console/api/failure';
import { formatMoney, inWords } from '#console/components/format';
import { OrderLink } from '#console/components/order-link';
import { bonusInWords } from '../labels';
import { explainQuery, type Explained } from '../runs.queries';
import { rich } from '#console/i18n/rich';
import { t, within } from '#console/i18n/t';

/** Answers where the commission for an order is: what it gave, or why nothing. */
export function OrderQuestion({ runId, one: { uid, username } }: { runId: number; one: Explained }) {
  const [params, setParams] = useSearchParams();
  const asked = params.get('order') ?? '';
  const [text, setText] = useState(asked);
  return (
    <Card withBorder padding="md" component="section" aria-labelledby="order-question">
      <Title order={2} id="order-question" fz="md" mb="xs">
        {t('Where is the commission for an order?')}
      </Title>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setParams(text.trim() === '' ? {} : { order: text.trim() }, { replace: true, preventScrollReset: true });
        }}
      >
        <Group align="flex-end" gap="sm">
          <TextInput
            label={t('Number of the order')}
            description={t('An order of {{username}}, or of anybody below', { username })}
            value={text}
            maxLength={40}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Button type="submit" variant="default">
            {t('Look')}
          </Button>
        </Group>
      </form>
      <div role="status">{asked !== '' && <Answer runId={runId} uid={uid} order={asked} />}</div>
    </Card>
  );
}

function Answer({ runId, uid, order }: { runId: number; uid: number; order: string }) {
  const { data, error, isPending } = useQuery(explainQuery(runId, { uid, order }));
  if (isPending) return null;
  if (data === undefined)
    return (
      <Alert color="yellow" mt="md">
        {describeFailure(error)}
      </Alert>
    );
  return data.order !== null && <Found order={data.order} currency={data.currency_code} />;
}

interface FoundProps {
  order: NonNullable<Explained['order']>;
  currency: string;
}

function Found({ order, currency }: FoundProps) {
  return (
    <Stack gap="xs" mt="md">
      <Text>
        {rich(
          order.username === null
            ? 'Order <link/>: <b/>. {{sentence}}'
            : 'Order <link/> of {{username}}, {{status}}: <b/>. {{sentence}}',
          {
            link: <OrderLink id={order.id} number={order.number} inherit />,
            username: order.username,
            status: within(inWords(order.status ?? '')),
            b: <b>{formatMoney(order.share, currency)}</b>,
            sentence: order.sentence,
          },
        )}
      </Text>
      <List size="sm" spacing={4}>
        {order.bonuses.map(({ bonus, sentence }) => (
          <List.Item key={bonus}>
            {bonusInWords(bonus)}: {sentence}
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
