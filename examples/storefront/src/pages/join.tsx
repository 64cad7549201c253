import { type FormEvent, useState } from 'react';
import { Button, Choice, Field, PageTitle, Problem, problemOfForm, Segments, useAction } from '../components/basics';
import { Icon } from '../components/icons';
import { forgetReferral, problemsOf, referral, useShop } from '../shop';
import { useSpeech } from '../words';
import { COUNTRIES } from '../words/countries';
import { SentPage } from './mail';

const BLANK = { first_name: '', last_name: '', email: '', username: '', password: '', country_code: 'US', sponsor: '' };

/** Signs up, below the member whose link brought somebody here. */
export default function JoinPage() {
  const { words, language } = useSpeech();
  const { api } = useShop();
  const { isBusy, error, run } = useAction();
  const [form, setForm] = useState(BLANK);
  const [kind, setKind] = useState<'customer' | 'distributor'>('distributor');
  const [ref, setRef] = useState(referral);
  const [isSent, setSent] = useState(false);
  const problems = problemsOf(error);
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const countries = COUNTRIES.map((code) => [code, names.of(code) ?? code] as const);
  countries.sort(([, one], [, other]) => one.localeCompare(other, language));
  const send = (event: FormEvent): void => {
    event.preventDefault();
    const { sponsor, ...person } = form;
    void run(async () => {
      try {
        await api.signUpOneself({ ...person, kind, ...(ref === undefined ? { sponsor } : { ref }) });
        setSent(true);
      } catch (refusal) {
        // A link that is none is not asked for again.
        if (problemsOf(refusal).ref !== undefined) {
          forgetReferral();
          setRef(undefined);
        }
        throw refusal;
      }
    });
  };
  const field = (name: keyof typeof BLANK) => ({
    name,
    value: form[name],
    problem: problems[name],
    onChange: ({ target }: { target: { value: string } }) => setForm({ ...form, [name]: target.value }),
  });
  if (isSent) return <SentPage email={form.email} text={words.join.sentText(form.email)} />;
  return (
    <div className="narrow-page">
      <PageTitle>{words.join.title}</PageTitle>
      {ref !== undefined && (
        <p className="invited">
          <Icon name="people" />
          <span>{words.join.invited}</span>
        </p>
      )}
      <form className="panel form" onSubmit={send}>
        <h2 className="small">{words.join.kind}</h2>
        <Segments label={words.join.kind} value={kind} options={words.join.kinds} onChange={setKind} />
        <div className="pair">
          <Field label={words.join.firstName} autoComplete="given-name" required {...field('first_name')} />
          <Field label={words.join.lastName} autoComplete="family-name" required {...field('last_name')} />
        </div>
        <Field label={words.join.email} type="email" autoComplete="email" required {...field('email')} />
        <Choice
          label={words.join.country}
          value={form.country_code}
          options={Object.fromEntries(countries)}
          onChange={(country_code) => setForm({ ...form, country_code })}
        />
        {ref === undefined && <Field label={words.join.sponsor} hint={words.join.sponsorText} {...field('sponsor')} />}
        <Field
          label={words.join.username}
          autoComplete="username"
          autoCapitalize="none"
          required
          {...field('username')}
        />
        <Field
          label={words.join.password}
          hint={words.join.passwordText}
          type="password"
          autoComplete="new-password"
          minLength={8}
          required
          {...field('password')}
        />
        <Problem error={problemOfForm(error, problems, form)} />
        <Button type="submit" isBusy={isBusy}>
          {words.join.submit}
        </Button>
      </form>
    </div>
  );
}
