export { changesBetween } from './changes';
export { ChangesTable } from './changes-table';
export { HistoryButton } from './history-button';
