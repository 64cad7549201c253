import { PageHeader } from '../../components/page-header';
import { RefusedList } from './refused-list';
import { t } from '../../i18n/t';

/** Requests of applications that were refused or failed, and why. */
export function RefusedPage() {
  return (
    <>
      <PageHeader
        title={t('Refused requests')}
        back={{ to: '/requests', label: t('Requests') }}
        description={t(
          'Requests of applications that were refused or failed, newest first, and why. Their content is not kept. They are kept for 14 days, at most 10,000 of an application.',
        )}
      />
      <RefusedList />
    </>
  );
}
