import { useOutletContext } from 'react-router';
import type { Run } from '../runs.queries';

/** The run that the page is of. */
export const useRun = (): Run => useOutletContext<Run>();
