export { HistoryButton } from './history-button';
