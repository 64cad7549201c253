import './library-styles';
import '@mantine/notifications/styles.css';
import './console.css';
import { firstWords, otherWords } from './i18n/t';

/** Home and the log-in. */
const FIRST_PAGES = /^\/admin\/(login)?$/;

// Who opens another page needs all words.
if (!FIRST_PAGES.test(window.location.pathname)) void otherWords();
await firstWords();
// Only now: its modules have words in constants.
await import('./app');
