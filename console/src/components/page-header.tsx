import { Anchor, Group, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { t } from '../i18n/t';

interface PageHeaderProps {
  title: string;
  /** Next to the title, such as a badge. */
  aside?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** Link back to the list. */
  back?: { to: string; label: string };
}

/** The heading of a page. It sets the document title, and takes the focus so that screen readers announce the new page. */
export function PageHeader({ title, aside, description, actions, back }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // On a full page load the browser announces the page, and the first tab stop is the skip link.
  const isFirst = useLocation().key === 'default';
  useEffect(() => {
    document.title = t('{{title}} · Commerce console', { title });
  }, [title]);
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only on mount
  }, []);
  return (
    <header>
      {back !== undefined && (
        <Anchor
          component={Link}
          to={back.to}
          className="screen-only"
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
        {actions !== undefined && (
          <Group gap="xs" className="screen-only">
            {actions}
          </Group>
        )}
      </Group>
    </header>
  );
}
