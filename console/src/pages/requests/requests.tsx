import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { May } from '../../components/may';
import { PageHeader } from '../../components/page-header';
import { Traffic } from './traffic';
import { t } from '../../i18n/t';

/** Requests of applications: how many, how they ended, and how long they took. */
export function RequestsPage() {
  return (
    <>
      <PageHeader
        title={t('Requests')}
        description={t('What applications asked of the API, how it ended, and how long it took.')}
        actions={
          <May do="requests.read">
            <Button component={Link} to="/requests/refused" variant="default">
              {t('Refused requests')}
            </Button>
          </May>
        }
      />
      <Traffic />
    </>
  );
}
