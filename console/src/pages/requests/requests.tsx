import { PageHeader } from '../../components/page-header';
import { Traffic } from './traffic';

/** Requests of applications: how many, how they ended, and how long they took. */
export function RequestsPage() {
  return (
    <>
      <PageHeader
        title="Requests"
        description="What applications asked of the API, how it ended, and how long it took."
      />
      <Traffic />
    </>
  );
}
