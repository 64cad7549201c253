import { Anchor, Group, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';

interface PageHeaderProps {
  title: string;
  /** Beside the title, such as a badge. */
  aside?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** The list that this page belongs to. */
  back?: { to: string; label: string };
}

/** The heading of a page. It names the browser's tab, and takes the focus so that a screen reader tells of the new page. */
export function PageHeader({ title, aside, description, actions, back }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The browser tells of a page that it loads; the first thing that the keyboard reaches there is the skip link.
  const isFirst = useLocation().key === 'default';
  useEffect(() => {
    document.title = `${title} · Commerce console`;
  }, [title]);
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a page takes the focus once, when it appears
  }, []);
  return (
    <header>
      {back !== undefined && (
        <Anchor
          component={Link}
          to={back.to}
          size="sm"
          mb={6}
          display="inline-flex"
          style={{ alignItems: 'center', gap: 4 }}
        >
          <IconArrowLeft size={14} aria-hidden />
          {back.label}
        </Anchor>
      )}
      <Group justify="space-between" align="flex-start" gap="sm" mb="lg">
        <div>
          <Group gap="sm">
            <Title order={1} ref={heading} tabIndex={-1}>
              {title}
            </Title>
            {aside}
          </Group>
          {description !== undefined && (
            <Text c="dimmed" mt={4} maw={720}>
              {description}
            </Text>
          )}
        </div>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
    </header>
  );
}
