import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { identityQuery } from '../api/session';
import { Entrance } from '../shell/entrance';
import { LogInForm } from '../shell/log-in-form';
import { t } from '../i18n/t';

/** The log-in page. It redirects to the requested page. */
export function LogInPage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [search] = useSearchParams();
  const identity = useQuery(identityQuery);
  const next = pathWithin(search.get('next'));
  if (identity.isSuccess) return <Navigate to={next} replace />;
  return (
    <Entrance
      title={t('Log in')}
      heading={t('Commerce console')}
      hint={t('For admins. Client applications log in through the API.')}
    >
      <LogInForm
        onDone={() => {
          client.clear();
          void navigate(next, { replace: true });
        }}
      />
    </Entrance>
  );
}

/** The redirect after log-in: never to another site. */
function pathWithin(next: string | null): string {
  return next !== null && next.startsWith('/') && !next.startsWith('//') ? next : '/';
}
