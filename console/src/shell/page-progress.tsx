import { useNavigation } from 'react-router';
import { t } from '../i18n/t';

/** A progress bar while the next page is loading; visible only after a short delay. */
export function PageProgress() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return <div className="page-progress" role="progressbar" aria-label={t('Loading the page')} />;
}
