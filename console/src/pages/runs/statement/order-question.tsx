import { Alert, Anchor, Button, Card, Group, List, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatMoney } from '../../../components/format';
import type { Explained } from '../runs.queries';

/** Answers where the commission for an order is: what it gave, or why nothing. */
export function OrderQuestion({ one }: { one: Explained }) {
  const [params, setParams] = useSearchParams();
  const asked = params.get('order') ?? '';
  const [text, setText] = useState(asked);
  const { order, currency_code: currency, username } = one;
  return (
    <Card withBorder padding="md" component="section" aria-labelledby="order-question">
      <Title order={2} id="order-question" fz="md" mb="xs">
        Where is the commission for an order?
      </Title>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setParams(text.trim() === '' ? {} : { order: text.trim() }, { replace: true, preventScrollReset: true });
        }}
      >
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Number of the order"
            description={`Of ${username}, or of anybody below`}
            value={text}
            maxLength={40}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Button type="submit" variant="default">
            Look
          </Button>
        </Group>
      </form>
      <div role="status">
        {order !== null && (
          <Stack gap="xs" mt="md">
            <Text>
              Order{' '}
              <Anchor component={Link} to={`/orders/${order.id}`} inherit>
                {order.number ?? order.id}
              </Anchor>{' '}
              of {order.username}, {order.status}: <b>{formatMoney(order.share, currency)}</b>. {order.sentence}
            </Text>
            <List size="sm" spacing={4}>
              {order.bonuses.map(({ bonus, sentence, above }) => (
                <List.Item key={bonus}>
                  {bonus}: {sentence}{' '}
                  {above
                    .filter(({ uid }) => uid === one.uid)
                    .map((own) => own.sentence)
                    .join(' ')}
                </List.Item>
              ))}
            </List>
          </Stack>
        )}
        {asked !== '' && order === null && (
          <Alert color="yellow" mt="md">
            There is no such order of {username} or of anybody below.
          </Alert>
        )}
      </div>
    </Card>
  );
}
