import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { t } from '../i18n/t';

/** Switches between light and dark; by default the console follows the system. */
export function ThemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const Icon = isDark ? IconSun : IconMoon;
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={isDark ? t('Use light colours') : t('Use dark colours')}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
}
