import type { Schemas } from '@commerce/client';
import { type FormEvent, useState } from 'react';
import { Button, Done, Field, PageTitle, Problem, problemOfForm, useAction, Waiting } from '../components/basics';
import { Icon } from '../components/icons';
import { setData, useData } from '../data';
import { Link } from '../router';
import { problemsOf, useShop } from '../shop';
import { useSpeech } from '../words';

/** Who somebody is here. */
export default function AccountPage() {
  const { words } = useSpeech();
  const shop = useShop();
  const profile = useData('profile', () => shop.api.getProfile());
  return (
    <div className="narrow-page">
      <PageTitle>{words.account.title}</PageTitle>
      <ul className="panel rows">
        <li>
          <Icon name="cart" />
          <Link to="/orders">{words.account.orders}</Link>
          <Icon name="right" />
        </li>
        <li>
          <Icon name="heart" />
          <Link to="/wishlist">{words.account.wishlist}</Link>
          <Icon name="right" />
        </li>
      </ul>
      <Waiting of={profile}>{(found) => <Profile key={found.uid} profile={found} />}</Waiting>
      <p className="last">
        <button type="button" className="quiet" onClick={() => void shop.logOut()}>
          {words.account.signOut}
        </button>
      </p>
    </div>
  );
}

function Profile({ profile }: { profile: Schemas['ProfileView'] }) {
  const { words, date } = useSpeech();
  const { api } = useShop();
  const { isBusy, error, run } = useAction();
  const [isSaved, setSaved] = useState(false);
  const [form, setForm] = useState({ first_name: profile.first_name ?? '', last_name: profile.last_name ?? '' });
  const problems = problemsOf(error);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    setSaved(false);
    void run(async () => {
      setData('profile', await api.changeProfile(form));
      setSaved(true);
    });
  };
  const field = (name: keyof typeof form) => ({
    value: form[name],
    problem: problems[name],
    onChange: ({ target }: { target: { value: string } }) => setForm({ ...form, [name]: target.value }),
  });
  return (
    <form className="panel form" onSubmit={save}>
      <h2>{words.account.profile}</h2>
      <p className="quiet-text">
        {words.account.member(profile.username, date(profile.created_at))}
        {profile.sponsor !== null && ` · ${words.account.sponsor(profile.sponsor)}`}
        <br />
        {profile.email}
      </p>
      <div className="pair">
        <Field label={words.join.firstName} autoComplete="given-name" required {...field('first_name')} />
        <Field label={words.join.lastName} autoComplete="family-name" required {...field('last_name')} />
      </div>
      <Problem error={problemOfForm(error, problems, form)} />
      {isSaved && <Done>{words.saved}</Done>}
      <Button type="submit" className="second" isBusy={isBusy}>
        {words.save}
      </Button>
    </form>
  );
}
