import { Empty, PageTitle, Waiting } from '../components/basics';
import { Icon } from '../components/icons';
import { useData } from '../data';
import { Link, useAddress } from '../router';
import { useShop } from '../shop';
import { useSpeech } from '../words';

interface Mail {
  kind: 'confirmation' | 'already_exists';
  sent_at: string;
  token: string | null;
}

/** Milliseconds between two looks into the mailbox. */
const LOOK_AGAIN_MS = 1_500;

/** What a mailer would have sent: the demo has none. */
export default function MailPage() {
  const { words, date } = useSpeech();
  const shop = useShop();
  const { query } = useAddress();
  const email = query.get('email') ?? '';
  const path = `mail?email=${encodeURIComponent(email)}`;
  const mails = useData(`mail:${email}`, () => shop.backEnd<Mail[]>(path), LOOK_AGAIN_MS);
  return (
    <div className="narrow-page">
      <PageTitle>{words.join.mailbox}</PageTitle>
      <p className="lead">{words.join.mailboxText}</p>
      <Waiting of={mails}>
        {(found) =>
          found.length === 0 ? (
            <Empty title={words.join.noMail} />
          ) : (
            <ul className="mails" aria-live="polite">
              {found.map(({ kind, sent_at, token }) => (
                <li key={sent_at} className="panel">
                  <p className="quiet-text">
                    <Icon name="mail" size={18} /> Linnea · {date(sent_at)}
                  </p>
                  <h2>{kind === 'confirmation' ? words.join.confirmSubject : words.join.existsSubject}</h2>
                  <p>{kind === 'confirmation' ? words.join.confirmText : words.join.existsText}</p>
                  {/* The token stands after the `#`, so that it is in no server's log. */}
                  <Link to={token === null ? '/sign-in' : `/confirm#${token}`} className="main">
                    {token === null ? words.signIn.title : words.join.confirmLink}
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Waiting>
    </div>
  );
}
