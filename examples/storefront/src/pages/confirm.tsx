import { isApiError } from '@commerce/client';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button, Empty, Field, PageTitle, Problem, useAction } from '../components/basics';
import { Link } from '../router';
import { forgetReferral, problemsOf, useShop } from '../shop';
import { useSpeech } from '../words';

/** Where the link of the e-mail leads: the account is made, unless another name has to be found. */
export default function ConfirmPage() {
  const { words } = useSpeech();
  const { api } = useShop();
  const { isBusy, error, run } = useAction();
  const [token] = useState(() => location.hash.slice(1));
  const [isMade, setMade] = useState(false);
  const [names, setNames] = useState<{ username?: string; sponsor?: string }>({});
  const hasBegun = useRef(false);
  const confirm = (): void => {
    void run(async () => {
      await api.confirmSignUp({ token, ...names });
      forgetReferral();
      setMade(true);
    });
  };
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    confirm();
  });
  if (isMade) {
    return (
      <div className="narrow-page">
        <PageTitle>{words.join.confirmed}</PageTitle>
        <Empty title={words.join.confirmedText}>
          <Link to="/sign-in" className="main">
            {words.signIn.title}
          </Link>
        </Empty>
      </div>
    );
  }
  const problems = problemsOf(error);
  const isAnother = isApiError(error) && (problems.username !== undefined || problems.sponsor !== undefined);
  return (
    <div className="narrow-page">
      <PageTitle>{words.join.confirming}</PageTitle>
      {isAnother ? (
        <form
          className="panel form"
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            confirm();
          }}
        >
          {problems.username !== undefined && (
            <Field
              label={words.join.otherUsername}
              problem={problems.username}
              value={names.username ?? ''}
              onChange={({ target }) => setNames({ ...names, username: target.value })}
            />
          )}
          {problems.sponsor !== undefined && (
            <Field
              label={words.join.otherSponsor}
              problem={problems.sponsor}
              value={names.sponsor ?? ''}
              onChange={({ target }) => setNames({ ...names, sponsor: target.value })}
            />
          )}
          <Button type="submit" isBusy={isBusy}>
            {words.join.submit}
          </Button>
        </form>
      ) : (
        <Problem error={error} />
      )}
    </div>
  );
}
