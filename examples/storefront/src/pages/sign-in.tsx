import { type SubmitEvent, useState } from 'react';
import { Button, Field, PageTitle, Problem, useAction } from '../components/basics';
import { go, Link, useAddress } from '../router';
import { useShop } from '../shop';
import { useSpeech } from '../words';

/** Also in the place of each page that needs a user: then that page is shown afterwards. */
export function SignInPage() {
  const { words } = useSpeech();
  const shop = useShop();
  const { path } = useAddress();
  const { isBusy, error, run } = useAction();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const enter = (name: string, secret: string): void => {
    void run(async () => {
      const next = await shop.logIn(name, secret);
      if (path === '/sign-in' || next !== '/') go(next);
    });
  };
  const { demo } = shop.config;
  const name = demo.username.charAt(0).toUpperCase() + demo.username.slice(1);
  return (
    <div className="narrow-page">
      <PageTitle>{words.signIn.title}</PageTitle>
      <p className="lead">{path === '/sign-in' || path === '/cart' ? words.signIn.toBuy : words.signIn.text}</p>
      <form
        className="panel form"
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          enter(username, password);
        }}
      >
        <Field
          label={words.signIn.username}
          autoComplete="username"
          autoCapitalize="none"
          required
          value={username}
          onChange={(event) => setUsername(event.target.value)}
        />
        <Field
          label={words.signIn.password}
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Problem error={error} />
        <Button type="submit" isBusy={isBusy}>
          {words.signIn.submit}
        </Button>
      </form>
      <p className="beside">
        <Link to="/forgot">{words.password.forgotten}</Link>
      </p>
      <p className="beside">
        {words.signIn.noAccount} <Link to="/join">{words.signIn.join}</Link>
      </p>
      <section className="panel demo">
        <h2>{words.signIn.demo}</h2>
        <p>{words.signIn.demoText(name)}</p>
        <Button className="second" isBusy={isBusy} onClick={() => enter(demo.username, demo.password)}>
          {words.signIn.demoSubmit(name)}
        </Button>
      </section>
    </div>
  );
}
