import { Box, Card, Grid, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';

/**
 * A section of a form: its title and description on the left, or above on a narrow screen, and its fields.
 * @param isDangerous marks what cannot be undone
 * @param isWide gives the fields the full width, below the description: for tables
 */
export function FormSection({
  title,
  description,
  children,
  isDangerous = false,
  isWide = false,
}: {
  title: string;
  description?: ReactNode;
  children: ReactNode;
  isDangerous?: boolean;
  isWide?: boolean;
}) {
  const id = useId();
  return (
    <Card
      component="section"
      withBorder
      padding="lg"
      aria-labelledby={id}
      style={isDangerous ? { borderColor: 'var(--mantine-color-error)' } : undefined}
    >
      <Grid gap={{ base: 'md', md: 'xl' }}>
        <Grid.Col span={isWide ? 12 : { base: 12, md: 4 }}>
          <Title order={2} id={id} mb={4}>
            {title}
          </Title>
          {description !== undefined && (
            <Text component="div" size="sm" c="dimmed" maw={720}>
              {description}
            </Text>
          )}
        </Grid.Col>
        <Grid.Col span={isWide ? 12 : { base: 12, md: 8 }}>
          <Box maw={isWide ? undefined : 680}>{children}</Box>
        </Grid.Col>
      </Grid>
    </Card>
  );
}
