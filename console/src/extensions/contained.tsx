import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconPuzzle } from '@tabler/icons-react';
import { Component, Suspense, type ReactNode } from 'react';
import { PageHeader } from '../components/page-header';
import type { DeclaredExtension } from './declared';
import { forgetFailure } from './parts-of';
import { t } from '../i18n/t';

interface ContainedProps {
  extension: DeclaredExtension;
  /** Of a page, which has no heading when it fails. */
  heading?: string;
  children: ReactNode;
}

/** Keeps what goes wrong in an extension where it is: the page around it stays. */
export class Contained extends Component<ContainedProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  private readonly retry = async (): Promise<void> => {
    await forgetFailure(this.props.extension);
    this.setState({ error: undefined });
  };

  override render(): ReactNode {
    const { extension, heading, children } = this.props;
    const { error } = this.state;
    if (error !== undefined)
      return (
        <>
          {heading !== undefined && <PageHeader title={heading} />}
          <Broken title={extension.title} error={error} onRetry={this.retry} />
        </>
      );
    return (
      <>
        {extension.styles !== null && <link rel="stylesheet" href={extension.styles} />}
        <Suspense
          fallback={
            <Skeleton height={120} role="status" aria-label={t('Loading {{title}}', { title: extension.title })} />
          }
        >
          {children}
        </Suspense>
      </>
    );
  }
}

function Broken({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => Promise<void> }) {
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconPuzzle aria-hidden />}
      title={t('{{title}} cannot be shown', { title })}
      maw={640}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {t('This part of the page comes from an extension, and has failed: {{message}}', {
            message: error instanceof Error ? error.message : String(error),
          })}
        </Text>
        <Button variant="default" size="xs" onClick={() => void onRetry()}>
          {t('Try again')}
        </Button>
      </Stack>
    </Alert>
  );
}
