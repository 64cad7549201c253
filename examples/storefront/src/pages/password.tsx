import { type SubmitEvent, useState } from 'react';
import { Button, Empty, Field, PageTitle, Problem, problemOfForm, useAction } from '../components/basics';
import { Link } from '../router';
import { problemsOf, useShop } from '../shop';
import { useSpeech } from '../words';
import { SentPage } from './mail';

/** Asks for a link that sets a new password. The answer is the same whether there is such an account or not. */
export function ForgotPage() {
  const { words } = useSpeech();
  const { api, config } = useShop();
  const { isBusy, error, run } = useAction();
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  if (isSent) return <SentPage email={email} text={words.password.sentText(email)} />;
  return (
    <div className="narrow-page">
      <PageTitle>{words.password.forgotten}</PageTitle>
      <p className="lead">{words.password.forgottenText}</p>
      <form
        className="panel form"
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          void run(async () => {
            await api.requestPasswordReset({ login: email });
            setSent(true);
          });
        }}
      >
        <Field
          label={words.join.email}
          hint={words.password.demo(`${config.demo.username}@example.com`)}
          type="email"
          autoComplete="email"
          required
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Problem error={error} />
        <Button type="submit" isBusy={isBusy}>
          {words.password.send}
        </Button>
      </form>
      <p className="beside">
        <Link to="/sign-in">{words.password.back}</Link>
      </p>
    </div>
  );
}

/** Where the link of the e-mail leads. */
export function SetPasswordPage() {
  const { words } = useSpeech();
  const { api } = useShop();
  const { isBusy, error, run } = useAction();
  const [token] = useState(() => location.hash.slice(1));
  const [password, setPassword] = useState('');
  const [isSet, setIsSet] = useState(false);
  if (isSet) {
    return (
      <div className="narrow-page">
        <PageTitle>{words.password.set}</PageTitle>
        <Empty title={words.password.setText}>
          <Link to="/sign-in" className="main">
            {words.signIn.title}
          </Link>
        </Empty>
      </div>
    );
  }
  const problems = problemsOf(error);
  return (
    <div className="narrow-page">
      <PageTitle>{words.password.choose}</PageTitle>
      <form
        className="panel form"
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          void run(async () => {
            await api.setPassword({ token, password });
            setIsSet(true);
          });
        }}
      >
        <Field
          label={words.password.fresh}
          hint={words.join.passwordText}
          problem={problems.password}
          type="password"
          autoComplete="new-password"
          minLength={8}
          required
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        <Problem error={problemOfForm(error, problems, { password })} />
        <Button type="submit" isBusy={isBusy}>
          {words.password.save}
        </Button>
      </form>
      {problems.token !== undefined && (
        <p className="beside">
          <Link to="/forgot">{words.password.again}</Link>
        </p>
      )}
    </div>
  );
}
