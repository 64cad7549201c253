import { useEffect, useState } from 'react';

const RETRY_MS = 5_000;
/** Safari has no idle callbacks yet. */
const SOON_MS = 200;

/**
 * What nobody sees before a click: loaded once the first page is there and the browser has nothing else to do.
 * @param load always the same function
 * @returns undefined until it is loaded
 */
export function useLate<Part>(load: () => Promise<Part>): Part | undefined {
  const [part, setPart] = useState<Part>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const go = (): void => {
      load().then(
        (loaded) => setPart(() => loaded),
        () => (timer = setTimeout(go, RETRY_MS)),
      );
    };
    if (!('requestIdleCallback' in window)) timer = setTimeout(go, SOON_MS);
    const idle = 'requestIdleCallback' in window ? window.requestIdleCallback(go, { timeout: 1_000 }) : undefined;
    return () => {
      clearTimeout(timer);
      if (idle !== undefined) window.cancelIdleCallback(idle);
    };
  }, [load]);
  return part;
}
