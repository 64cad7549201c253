import { Button } from '@mantine/core';
import { IconMapQuestion } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '../components/empty-state';
import { PageHeader } from '../components/page-header';

/** An address of the console that leads nowhere. */
export function NotFoundPage() {
  return (
    <>
      <PageHeader title="There is no such page" />
      <EmptyState
        Icon={IconMapQuestion}
        title="Nothing is at this address"
        hint="It may be mistyped, or what it showed was deleted."
        action={
          <Button component={Link} to="/">
            Go to the overview
          </Button>
        }
      />
    </>
  );
}
