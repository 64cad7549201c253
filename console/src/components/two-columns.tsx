import { Card, Stack, Title, type CardProps } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './two-columns.module.css';

/** A page in two columns: what it is about, and what belongs to it; on a narrow screen one below the other. */
export function TwoColumns({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className={classes.columns}>
      <Stack gap="lg">{children}</Stack>
      <Stack gap="md">{aside}</Stack>
    </div>
  );
}

interface PanelProps {
  title: string;
  /** At the end of the line of the title, such as a link to all. */
  action?: ReactNode;
  children: ReactNode;
  padding?: CardProps['padding'];
}

/** A part of a page with a title. */
export function Panel({ title, action, children, padding = 'lg' }: PanelProps) {
  const id = useId();
  return (
    <Card component="section" withBorder padding={padding} aria-labelledby={id}>
      <div className={classes.head}>
        <Title order={2} id={id} fz="md">
          {title}
        </Title>
        {action}
      </div>
      {children}
    </Card>
  );
}
