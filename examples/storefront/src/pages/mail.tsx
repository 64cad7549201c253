import { Empty, PageTitle, Waiting } from '../components/basics';
import { Icon } from '../components/icons';
import { useData } from '../data';
import { Link, useAddress } from '../router';
import { useShop } from '../shop';
import { useSpeech } from '../words';

interface Mail {
  kind: 'confirmation' | 'already_exists' | 'password_reset';
  sent_at: string;
  token: string | null;
}

/** Where the button of a mail leads. A token stands after the `#`, so that it is in no server's log. */
const ADDRESSES: Record<Mail['kind'], string> = {
  confirmation: '/confirm',
  already_exists: '/sign-in',
  password_reset: '/set-password',
};

/** Milliseconds between two looks into the mailbox. */
const LOOK_AGAIN_MS = 1_500;

/** What a mailer would have sent: the demo has none. */
export default function MailPage() {
  const { words, date } = useSpeech();
  const shop = useShop();
  const { query } = useAddress();
  const email = query.get('email') ?? '';
  const mails = useData(`mail:${email}`, () => shop.backEnd<Mail[]>('mail', { email }), LOOK_AGAIN_MS);
  return (
    <div className="narrow-page">
      <PageTitle>{words.mail.title}</PageTitle>
      <p className="lead">{words.mail.about}</p>
      <Waiting of={mails}>
        {(found) =>
          found.length === 0 ? (
            <Empty title={words.mail.none} />
          ) : (
            <ul className="mails" aria-live="polite">
              {found.map(({ kind, sent_at, token }) => (
                <li key={sent_at} className="panel">
                  <p className="quiet-text">
                    <Icon name="mail" size={18} /> Linnea · {date(sent_at)}
                  </p>
                  <h2>{words.mail[kind].subject}</h2>
                  <p>{words.mail[kind].text}</p>
                  <Link to={ADDRESSES[kind] + (token === null ? '' : `#${token}`)} className="main">
                    {words.mail[kind].link}
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

/** Says that an e-mail is on its way, and leads to it. */
export function SentPage({ email, text }: { email: string; text: string }) {
  const { words } = useSpeech();
  return (
    <div className="narrow-page">
      <PageTitle>{words.mail.sent}</PageTitle>
      <p className="lead">{text}</p>
      <p className="last">
        <Link to={`/mail?email=${encodeURIComponent(email)}`} className="main">
          <Icon name="mail" /> {words.mail.open}
        </Link>
      </p>
    </div>
  );
}
