import { useNavigation } from 'react-router';

/** A line at the top while the next page is on its way; it shows only when that takes a moment. */
export function PageProgress() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return <div className="page-progress" role="progressbar" aria-label="Opening the page" />;
}
