import { Button } from '@mantine/core';
import { IconMapQuestion } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '../components/empty-state';
import { PageHeader } from '../components/page-header';

/** The page of an unknown URL. */
export function NotFoundPage() {
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState
        Icon={IconMapQuestion}
        title="This page does not exist"
        hint="The URL may be mistyped, or its content was deleted."
        action={
          <Button component={Link} to="/">
            Go to the first page
          </Button>
        }
      />
    </>
  );
}
