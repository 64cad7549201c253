import { Divider, Group, Kbd, Modal, SimpleGrid, Stack, Switch, Text, Title } from '@mantine/core';
import { PALETTE_KEYS } from './palette-keys';
import { SHORTCUT_GROUPS, shortcutsNow, useShortcutSetting, type Shortcut } from '../../components/shortcuts/shortcuts';
import { t } from '../../i18n/t';

/** Counts in text fields too, and cannot be switched off. */
const PALETTE = { keys: PALETTE_KEYS, label: t('Find anything'), group: t('Anywhere') } as const;

/** Lists the shortcuts of the page, and lets the user switch them off. */
export function ShortcutHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('Keyboard shortcuts')} size="lg">
      <Content />
    </Modal>
  );
}

function Content() {
  const [isOn, setOn] = useShortcutSetting();
  const all = [PALETTE, ...shortcutsNow()];
  const [goTo, others] = [
    all.filter(({ group }) => group === t('Go to')),
    SHORTCUT_GROUPS.filter((one) => one !== t('Go to')),
  ];
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xl">
        <Stack gap="lg">
          {others.map((group) => (
            <Keys key={group} title={group} shortcuts={all.filter((one) => one.group === group)} />
          ))}
        </Stack>
        <Keys title={t('Go to')} shortcuts={goTo} />
      </SimpleGrid>
      <Divider />
      <Switch
        label={t('Shortcuts of a single key')}
        description={t('They never work in text fields. {{keys}} always works. This is kept in this browser.', {
          keys: PALETTE_KEYS,
        })}
        checked={isOn}
        onChange={({ currentTarget }) => setOn(currentTarget.checked)}
      />
    </Stack>
  );
}

function Keys({ title, shortcuts }: { title: string; shortcuts: readonly Pick<Shortcut, 'keys' | 'label'>[] }) {
  if (shortcuts.length === 0) return null;
  return (
    <section>
      <Title order={3} size="xs" c="dimmed" mb="xs">
        {title}
      </Title>
      <Stack component="dl" gap={6} m={0}>
        {shortcuts.map(({ keys, label }) => (
          <Group key={keys} justify="space-between" wrap="nowrap" gap="md">
            <Text component="dt" size="sm">
              {label}
            </Text>
            <Group component="dd" gap={4} m={0} wrap="nowrap">
              {keys.split(' ').map((key, index) => (
                <Kbd size="sm" key={index}>
                  {key}
                </Kbd>
              ))}
            </Group>
          </Group>
        ))}
      </Stack>
    </section>
  );
}
