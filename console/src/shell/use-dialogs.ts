import { useLate } from '../components/use-late';

const load = () => import('./dialogs');

/** The dialogs of the shell, and what shows those of pages; undefined until they are loaded. */
export const useDialogs = () => useLate(load);
