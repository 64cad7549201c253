import { useOutletContext } from 'react-router';
import type { Application } from './applications.queries';

/** The application whose page this is. For its tabs, which are rendered inside {@link ApplicationPage}. */
export function useApplication(): Application {
  return useOutletContext<Application>();
}
