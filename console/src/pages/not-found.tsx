import { Button } from '@mantine/core';
import { IconMapQuestion } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '../components/empty-state';
import { PageHeader } from '../components/page-header';
import { t } from '../i18n/t';

/** The page of an unknown URL. */
export function NotFoundPage() {
  return (
    <>
      <PageHeader title={t('Page not found')} />
      <EmptyState
        Icon={IconMapQuestion}
        title={t('This page does not exist')}
        hint={t('The URL may be mistyped, or its content was deleted.')}
        action={
          <Button component={Link} to="/">
            {t('Go to the first page')}
          </Button>
        }
      />
    </>
  );
}
