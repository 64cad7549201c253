import './library-styles';
import '@mantine/notifications/styles.css';
import './console.css';
import { loadLanguage } from './i18n/t';

await loadLanguage();
// Only now: its modules have words in constants.
await import('./app');
