import { ActionIcon, Button, Checkbox, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { idOf, inOrder, useDensity, USUAL, type Density, type ListMenuProps } from './list-layout';
import { t } from '../i18n/t';

/** What the menu of a list opens. */
export function ListPanel({ columns, arrangement, onArrange }: ListMenuProps) {
  const [density, setDensity] = useDensity();
  const [first, ...rest] = inOrder(columns, arrangement);
  const { hidden } = arrangement;
  const ids = rest.map(idOf);
  const show = (id: string, isShown: boolean): void =>
    onArrange({ order: ids, hidden: isShown ? hidden.filter((one) => one !== id) : [...hidden, id] });
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= ids.length) return;
    const order = ids.filter((_, index) => index !== from);
    order.splice(to, 0, ids[from]!);
    onArrange({ order, hidden });
  };
  return (
    <Stack gap="md">
      <div>
        <Text size="xs" c="dimmed" fw={600} mb={4} id="list-rows">
          {t('Rows')}
        </Text>
        <SegmentedControl<Density>
          fullWidth
          size="xs"
          aria-labelledby="list-rows"
          value={density}
          onChange={setDensity}
          data={[
            { value: 'comfortable', label: t('Comfortable') },
            { value: 'compact', label: t('Compact') },
          ]}
        />
      </div>
      <div>
        <Text size="xs" c="dimmed" fw={600} mb={4} id="list-columns">
          {t('Columns')}
        </Text>
        <Stack component="ul" className="plain-list" aria-labelledby="list-columns" gap={2} p={0} m={0}>
          {first !== undefined && (
            <li>
              <Checkbox size="xs" py={4} label={first.title} checked disabled />
            </li>
          )}
          {rest.map(({ title }, index) => (
            <Group component="li" key={ids[index]} justify="space-between" wrap="nowrap" gap="xs">
              <Checkbox
                size="xs"
                py={4}
                label={title}
                checked={!hidden.includes(ids[index]!)}
                onChange={({ currentTarget }) => show(ids[index]!, currentTarget.checked)}
              />
              <Group gap={2} wrap="nowrap">
                <Step label={t('{{title}}: up', { title })} isEnd={index === 0} go={() => move(index, index - 1)}>
                  <IconArrowUp size={14} aria-hidden />
                </Step>
                <Step
                  label={t('{{title}}: down', { title })}
                  isEnd={index === ids.length - 1}
                  go={() => move(index, index + 1)}
                >
                  <IconArrowDown size={14} aria-hidden />
                </Step>
              </Group>
            </Group>
          ))}
        </Stack>
      </div>
      <Group justify="end">
        <Button variant="subtle" size="compact-xs" onClick={() => onArrange(USUAL)}>
          {t('Reset columns')}
        </Button>
      </Group>
    </Stack>
  );
}

interface StepProps {
  label: string;
  /** At the end of the list there is nothing to do; the button stays, so that it keeps the focus. */
  isEnd: boolean;
  go: () => void;
  children: React.ReactNode;
}

function Step({ label, isEnd, go, children }: StepProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      aria-label={label}
      aria-disabled={isEnd || undefined}
      data-disabled={isEnd || undefined}
      onClick={go}
    >
      {children}
    </ActionIcon>
  );
}
